import {
  egressFailureCodes,
  type EgressFailureCode,
  type EgressResult,
} from '../../server/src/ports/egress/result.ts'
import { startReceiver, type Receiver } from '../../server/src/ports/egress/test-receiver.ts'
import { seededRandom, type Random } from '../../server/test/fixtures/seeded-random.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { attemptOf, knownAttempts, type Attempt } from './attempts.ts'
import {
  developmentSettings,
  followsRedirects,
  ours,
  resolvesAgain,
  type OpenEgress,
} from './vulnerable-clients.ts'
import { findViolation } from './check-attempt.ts'
import { openTap, type ObservedTraffic, type NetworkTap } from './network-tap.ts'

const faults = {
  'second-dns-lookup': 'A checked name is resolved again to connect.',
  'follows-redirects': 'Redirects of allowed hosts are followed.',
  'development-settings': 'A public server uses the settings of a development machine.',
}

const clients: Readonly<Record<string, OpenEgress>> = {
  'second-dns-lookup': resolvesAgain,
  'follows-redirects': followsRedirects,
  'development-settings': developmentSettings,
}

export const ssrf: Suite = {
  name: 'ssrf',
  claim:
    'For any notation of a URL and any DNS answers, the server connects only to public addresses that it has checked.',
  unit: 'URLs',
  sizes: { quick: 2_000, release: 100_000 },
  faults,
  run,
}

async function run({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const ends: (() => void)[] = []
  const random = seededRandom(seed)
  let redirects = 0
  const receiver = await startReceiver({ onTestFinished: (end) => ends.push(end) }, (socket) =>
    socket.end(redirectOf(redirects++)),
  )
  const tap = openTap()
  ends.push(() => tap.remove())
  try {
    const context = { tap, receiver, random, client: clients[fault ?? ''] ?? ours }
    return await runAttempts(context, size, progress)
  } finally {
    for (const end of ends.toReversed()) end()
  }
}

interface AttemptContext {
  readonly tap: NetworkTap
  readonly receiver: Receiver
  readonly random: Random
  readonly client: OpenEgress
}

async function runAttempts(
  context: AttemptContext,
  size: number,
  progress: RunOptions['progress'],
): Promise<Counts> {
  const known = knownAttempts()
  const counts = new Map<string, number>()
  const count = (what: string, more = 1) => counts.set(what, (counts.get(what) ?? 0) + more)
  for (let turn = 0; turn < size; turn++) {
    const attempt = withReceiverUrl(known[turn] ?? attemptOf(context.random, turn), context)
    const { outcome, seen } = await send(attempt, context, turn % 2 === 1)
    const violation = findViolation(attempt, seen, outcome)
    assertClaim(violation === undefined, `${JSON.stringify(attempt.url)}: ${violation ?? ''}`)
    count(outcome.kind === 'failed' ? outcome.code : 'answered')
    count('connections tried', seen.connections.length)
    count('names looked up', seen.lookups.length)
    if (attempt.end === 'redirect') count('redirects')
    progress(turn + 1)
  }
  const sent = context.receiver.received().split('POST /').length - 1
  assertClaim(
    sent === (counts.get('redirects') ?? 0),
    `${sent} requests arrived instead of ${counts.get('redirects') ?? 0}`,
  )
  for (const result of ['blocked_url', 'blocked_address', 'dns_failed', 'connect_failed', 'answered']) {
    assertClaim((counts.get(result) ?? 0) > 0, `nothing was proved: no URL ended with ${result}`)
  }
  return Object.fromEntries(counts)
}

/** Redirects come from the receiver, which only a development server may reach. */
function withReceiverUrl(attempt: Attempt, { receiver, random }: AttemptContext): Attempt {
  if (attempt.end !== 'redirect') return attempt
  return { ...attempt, url: `http://${random.pick(['127.0.0.1', 'localhost'])}:${receiver.port}/hook` }
}

/** Posts to the URL, or reads it as a document. Documents are never read without TLS, so redirects are posts. */
async function send(
  attempt: Attempt,
  context: AttemptContext,
  asDocument: boolean,
): Promise<{ outcome: EgressResult; seen: ObservedTraffic }> {
  const { answers, settings, url, end } = attempt
  const seen = context.tap.play({
    answers,
    ...(end === 'refused' ? {} : { receiverPort: context.receiver.port }),
  })
  const limits = { timeoutMs: 10_000, connectTimeoutMs: 10_000 }
  const client = context.client(settings)
  if (!asDocument || end === 'redirect' || client.get === undefined) {
    return { outcome: await client.post({ url, headers: {}, body: '{}', ...limits }), seen }
  }
  const read = await client.get({ url, ...limits })
  const outcome: EgressResult =
    read.kind === 'failed' && isEgressFailure(read.code)
      ? { kind: 'failed', code: read.code, durationMs: 0 }
      : { kind: 'response', status: 200, excerpt: '', durationMs: 0, remoteAddress: '' }
  return { outcome, seen }
}

function isEgressFailure(code: string): code is EgressFailureCode {
  return egressFailureCodes.some((each) => each === code)
}

const internalUrls = ['http://169.254.169.254/latest/meta-data', 'http://127.0.0.1:5432/', 'https://10.0.0.1/', '//[::1]/', 'file:///etc/passwd'] // prettier-ignore
const statuses = [302, 301, 303, 307, 308, 300, 305]
const headers = ['Location', 'Location', 'Refresh: 0; url', 'Content-Location']

/** Cycles through all redirects, starting with the one that every client follows. */
function redirectOf(turn: number): string {
  const status = statuses[turn % statuses.length] ?? 302
  const header = headers[turn % headers.length] ?? 'Location'
  const to = internalUrls[turn % internalUrls.length] ?? ''
  return `HTTP/1.1 ${status} Elsewhere\r\n${header}: ${to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
}
