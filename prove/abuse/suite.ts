import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { cloneTemplate, databaseUrl, runAlone } from '../../server/test/fixtures/database/databases.ts'
import {
  joinThrough,
  startServer,
  type ServerProcess,
} from '../../server/test/fixtures/processes/server-process.ts'
import { clusterUrl } from '../../server/test/fixtures/database/test-cluster.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import {
  guessPassword,
  openIncompleteRequests,
  openStreams,
  openSlowReaders,
  sendOversizedBodies,
  type StatusCounts,
  type Target,
} from './attacks.ts'
import { attackHttp2 } from './http2-attacks.ts'
import { startHealthyClient, type HealthyClient } from './healthy-client.ts'
import { openSocketPool, type SocketPool } from './socket-pool.ts'

export const abuse: Suite = {
  name: 'abuse',
  claim:
    'Well-behaved clients are served while attackers open thousands of connections, hoard streams, leave responses ' +
    'unread, send oversized bodies and guess passwords.',
  unit: 'hostile connections',
  sizes: { quick: 300, release: 8000 },
  faults: {
    'no-limits': 'The server enforces neither rate limits nor stream limits.',
    'no-http2-limits': 'The server does not limit HTTP/2 connections.',
  },
  run: async (run) => {
    requireFileDescriptors(run.size)
    const name = `souk_${randomBytes(6).toString('hex')}`
    await cloneTemplate(clusterUrl(), name)
    const environment = planted[run.fault ?? ''] ?? {}
    const server = await startServer('abuse', { url: databaseUrl(clusterUrl(), name) }, environment)
    try {
      return await attackServer(server, run)
    } finally {
      await server.stop()
      await runAlone(clusterUrl(), `drop database ${name} with (force)`)
    }
  },
}

const preload = (script: string) => ({ NODE_OPTIONS: `--import ${new URL(script, import.meta.url).href}` })

/** Environment of the server with each fault. */
const planted: Readonly<Record<string, Record<string, string>>> = {
  'no-limits': { RATE_LIMIT_SCALE: '1000000', ...preload('no-limits.mjs') },
  'no-http2-limits': preload('no-http2-limits.mjs'),
}

/** Every connection needs a file descriptor in this process and one in the server. */
function requireFileDescriptors(connections: number): void {
  const report: { userLimits?: { open_files?: { soft?: unknown } } } = Object(process.report.getReport())
  const limit = Number(report.userLimits?.open_files?.soft)
  if (limit < connections + 500)
    throw new Error(`${connections} connections need more than "ulimit -n ${limit}".`)
}

async function attackServer(server: ServerProcess, { size, progress }: RunOptions): Promise<Counts> {
  let hasExited = false
  void server.exited.then(() => (hasExited = true))
  const healthyTrader = await joinThrough(server)
  const attacker = await joinThrough(server)
  const createKey = async () => {
    const created = await server.call(
      'createKey',
      { agentId: attacker.agent.id, label: 'attack' },
      attacker.asPerson,
    )
    return created.data.secret
  }
  const keys = await Promise.all(Array.from({ length: keysFor(size) }, createKey))
  const target: Target = { origin: server.origin, keys, email: healthyTrader.person.email }
  const healthy = startHealthyClient(server, healthyTrader, attacker.agent.name)
  try {
    const counts = await attack(target, healthy, size)
    progress(size)
    return { ...counts, ...(await evaluate(healthy, { hasExited: () => hasExited, size })) }
  } finally {
    await healthy.stop()
  }
}

/** Long runs also wait until the server has closed every incomplete request. */
const isLong = (size: number) => size >= 1000

/** A key is limited to 1200 calls per minute, and an agent to ten keys. */
const keysFor = (size: number) => Math.min(9, Math.ceil(size / 800))

async function attack(target: Target, healthy: HealthyClient, size: number): Promise<Counts> {
  const incomplete = openSocketPool(target.origin)
  const streaming = openSocketPool(target.origin)
  const slow = openSocketPool(target.origin)
  try {
    const [streams, bodies, guesses, http2] = await Promise.all([
      openStreams(streaming, target, (size * 5) / 8),
      sendOversizedBodies(target, Math.max(10, size / 80)),
      guessPassword(target, Math.max(60, size / 16)),
      attackHttp2(target, Math.max(4, size / 400)),
      openIncompleteRequests(incomplete, size / 4),
      openSlowReaders(slow, size / 8),
    ])
    await healthy.answered(callsUnderAttack)
    if (isLong(size)) await whenClosed(incomplete)
    return {
      'incomplete requests': incomplete.openCount() + incomplete.closedCount(),
      'incomplete requests closed': incomplete.closedCount(),
      'slow readers': slow.openCount() + slow.closedCount(),
      'slow readers closed': slow.closedCount(),
      ...named('streams answered', streams),
      ...named('oversized bodies answered', bodies),
      ...named('guesses answered', guesses),
      ...http2,
    }
  } finally {
    for (const pool of [incomplete, streaming, slow]) pool.destroyAll()
  }
}

/** Calls of the healthy client during the attack. */
const callsUnderAttack = 12

const closeTimeoutMs = 120_000

/** The server allows just over a minute for a request body. */
async function whenClosed(pool: SocketPool): Promise<void> {
  for (const start = performance.now(); pool.openCount() > 0 && performance.now() - start < closeTimeoutMs;) {
    await delay(200)
  }
  assertClaim(pool.openCount() === 0, `${pool.openCount()} incomplete requests were never closed`)
}

function named(name: string, counts: StatusCounts): Counts {
  return Object.fromEntries([...counts].map(([status, count]) => [`${name} ${status}`, count]))
}

interface ServerState {
  readonly size: number
  hasExited(): boolean
}

async function evaluate(healthy: HealthyClient, { hasExited, size }: ServerState): Promise<Counts> {
  await healthy.stop()
  const { failures, latenciesMs } = healthy
  assertClaim(!hasExited(), 'the server has exited')
  assertClaim(latenciesMs.length > 0, 'the healthy client made no call')
  assertClaim(failures.length === 0, `a healthy call failed: ${failures[0]}`)
  const sorted = latenciesMs.toSorted((left, right) => left - right)
  const percentile = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)
  if (isLong(size)) {
    assertClaim(percentile(0.99) < p99MsMax, `the p99 of healthy calls is ${percentile(0.99)} ms`)
    assertClaim(healthy.peakMb() < memoryMbMax, `the server used ${healthy.peakMb()} MB`)
  }
  return {
    'healthy calls': latenciesMs.length,
    'healthy p50 ms': percentile(0.5),
    'healthy p99 ms': percentile(0.99),
    'peak memory MB': healthy.peakMb(),
  }
}

const p99MsMax = 2000
const memoryMbMax = 768
