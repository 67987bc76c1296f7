import { randomBytes } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import { cloneTemplate, databaseUrl, runAlone } from '../../server/test/fixtures/global-setup.ts'
import { joinThrough, startServer, type ServerProcess } from '../../server/test/fixtures/server-process.ts'
import { postgresUrl } from '../../server/test/fixtures/postgres-url.ts'
import { must, type Counts, type Run, type Suite } from '../suite.ts'
import { guess, openHalf, openStreams, readSlowly, throwBombs, type Answers, type Target } from './attacks.ts'
import { startHealthy, type Healthy } from './healthy-client.ts'
import { openSiege, type Siege } from './socket-pool.ts'

export const abuse: Suite = {
  name: 'abuse',
  claim:
    'While thousands of connections are held open, streams are hoarded, answers are not read, bodies explode and ' +
    'passwords are guessed, everybody else is served.',
  unit: 'hostile connections',
  sizes: { quick: 300, release: 8000 },
  faults: { 'no-limits': 'The server neither counts calls nor streams.' },
  run: async (run) => {
    requireFiles(run.size)
    const name = `souk_${randomBytes(6).toString('hex')}`
    await cloneTemplate(postgresUrl(), name)
    const environment = run.fault === undefined ? {} : withoutLimits
    const server = await startServer('besieged', { url: databaseUrl(postgresUrl(), name) }, environment)
    try {
      return await besiege(server, run)
    } finally {
      await server.stop()
      await runAlone(postgresUrl(), `drop database ${name} with (force)`)
    }
  },
}

const withoutLimits = {
  RATE_LIMIT_SCALE: '1000000',
  NODE_OPTIONS: `--import ${new URL('no-limits.mjs', import.meta.url).href}`,
}

/** Each connection is an open file here, and one in the server. */
function requireFiles(connections: number): void {
  const report: { userLimits?: { open_files?: { soft?: unknown } } } = Object(process.report.getReport())
  const limit = Number(report.userLimits?.open_files?.soft)
  if (limit < connections + 500)
    throw new Error(`${connections} connections need more than "ulimit -n ${limit}".`)
}

async function besiege(server: ServerProcess, { size, progress }: Run): Promise<Counts> {
  let hasEnded = false
  void server.exited.then(() => (hasEnded = true))
  const good = await joinThrough(server)
  const bad = await joinThrough(server)
  const more = async () => {
    const made = await server.call('createKey', { agentId: bad.agent.id, label: 'more' }, bad.hand)
    return made.data.secret
  }
  const keys = await Promise.all(Array.from({ length: keysFor(size) }, more))
  const target: Target = { origin: server.origin, keys, email: good.person.email }
  const healthy = startHealthy(server, good, bad.agent.name)
  try {
    const counts = await attack(target, healthy, size)
    progress(size)
    return { ...counts, ...(await judge(healthy, { hasEnded: () => hasEnded, size })) }
  } finally {
    await healthy.stop()
  }
}

/** The long run also waits until the server has rid itself of those who never finish a request. */
const isLong = (size: number) => size >= 1000

/** A key may be used 1200 times a minute, and an agent has ten keys. */
const keysFor = (size: number) => Math.min(9, Math.ceil(size / 800))

async function attack(target: Target, healthy: Healthy, size: number): Promise<Counts> {
  const half = openSiege(target.origin)
  const hoard = openSiege(target.origin)
  const slow = openSiege(target.origin)
  try {
    const [streams, bombs, guesses] = await Promise.all([
      openStreams(hoard, target, (size * 5) / 8),
      throwBombs(target, Math.max(10, size / 80)),
      guess(target, Math.max(60, size / 16)),
      openHalf(half, size / 4),
      readSlowly(slow, size / 8),
    ])
    await healthy.served(callsUnderSiege)
    if (isLong(size)) await whenClosed(half)
    return {
      'half-open connections': half.held() + half.closed(),
      'half-open connections closed': half.closed(),
      'slow readers': slow.held() + slow.closed(),
      'slow readers closed': slow.closed(),
      ...named('streams answered', streams),
      ...named('bombs answered', bombs),
      ...named('guesses answered', guesses),
    }
  } finally {
    for (const siege of [half, hoard, slow]) siege.lift()
  }
}

/** So often somebody is served while all of it goes on. */
const callsUnderSiege = 12

const patienceMs = 120_000

/** A minute and a bit is given to whoever sends a body. */
async function whenClosed(siege: Siege): Promise<void> {
  for (const began = performance.now(); siege.held() > 0 && performance.now() - began < patienceMs;) {
    await delay(200)
  }
  must(siege.held() === 0, `${siege.held()} half-open connections were never closed`)
}

function named(what: string, answers: Answers): Counts {
  return Object.fromEntries([...answers].map(([status, count]) => [`${what} ${status}`, count]))
}

interface Server {
  readonly size: number
  hasEnded(): boolean
}

async function judge(healthy: Healthy, { hasEnded, size }: Server): Promise<Counts> {
  await healthy.stop()
  const { refused, latenciesMs } = healthy
  must(!hasEnded(), 'the server has ended')
  must(latenciesMs.length > 0, 'nobody healthy was there to be served')
  must(refused.length === 0, `a healthy caller was answered ${refused[0]}`)
  const sorted = latenciesMs.toSorted((one, other) => one - other)
  const at = (part: number) => Math.round(sorted[Math.floor(sorted.length * part)] ?? 0)
  if (isLong(size)) {
    must(at(0.99) < p99MsMax, `one healthy call in a hundred took ${at(0.99)} ms`)
    must(healthy.peakMb() < memoryMbMax, `the server took ${healthy.peakMb()} MB`)
  }
  return {
    'healthy calls': latenciesMs.length,
    'healthy p50 ms': at(0.5),
    'healthy p99 ms': at(0.99),
    'peak memory MB': healthy.peakMb(),
  }
}

const p99MsMax = 2000
const memoryMbMax = 768
