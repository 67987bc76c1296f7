import type { EgressResult } from '../../server/src/ports/egress/result.ts'
import { startReceiver, type Receiver } from '../../server/src/ports/egress/test-receiver.ts'
import { diceOf, type Dice } from '../../server/test/tasks/task-model/dice.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { attemptOf, knownAttempts, type Attempt } from './attempts.ts'
import { alwaysAtHome, followsRedirects, looksUpAgain, ours, type OpenEgress } from './vulnerable-clients.ts'
import { wrongIn } from './check-attempt.ts'
import { openTap, type Seen, type Tap } from './network-tap.ts'

const faults = {
  'looks-up-again': 'The name that was checked is looked up once more to connect.',
  'follows-redirects': 'Who is allowed to be asked says where to go next.',
  'always-at-home': 'A server on the internet is set up as one on a developer’s machine.',
}

const clients: Readonly<Record<string, OpenEgress>> = {
  'looks-up-again': looksUpAgain,
  'follows-redirects': followsRedirects,
  'always-at-home': alwaysAtHome,
}

export const ssrf: Suite = {
  name: 'ssrf',
  claim:
    'However a URL is written and whatever its name leads to, the server connects to no address that is not public, and to none that was not checked.',
  unit: 'URLs',
  sizes: { quick: 2_000, release: 100_000 },
  faults,
  run,
}

async function run({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const ends: (() => void)[] = []
  const dice = diceOf(seed)
  let redirects = 0
  const receiver = await startReceiver({ onTestFinished: (end) => ends.push(end) }, (socket) =>
    socket.end(redirectOf(redirects++)),
  )
  const tap = openTap()
  ends.push(() => tap.remove())
  try {
    const world = { tap, receiver, dice, client: clients[fault ?? ''] ?? ours }
    return await tryAll(world, size, progress)
  } finally {
    for (const end of ends.toReversed()) end()
  }
}

interface World {
  readonly tap: Tap
  readonly receiver: Receiver
  readonly dice: Dice
  readonly client: OpenEgress
}

async function tryAll(world: World, size: number, progress: RunOptions['progress']): Promise<Counts> {
  const known = knownAttempts()
  const counts = new Map<string, number>()
  const count = (what: string, more = 1) => counts.set(what, (counts.get(what) ?? 0) + more)
  for (let turn = 0; turn < size; turn++) {
    const attempt = placed(known[turn] ?? attemptOf(world.dice, turn), world)
    const { outcome, seen } = await post(attempt, world)
    const wrong = wrongIn(attempt, seen, outcome)
    assertClaim(wrong === undefined, `${JSON.stringify(attempt.url)}: ${wrong ?? ''}`)
    count(outcome.kind === 'failed' ? outcome.code : 'answered')
    count('connections tried', seen.connections.length)
    count('names looked up', seen.asked.length)
    if (attempt.end === 'redirect') count('redirects')
    progress(turn + 1)
  }
  const sent = world.receiver.received().split('POST /').length - 1
  assertClaim(
    sent === (counts.get('redirects') ?? 0),
    `${sent} requests arrived where ${counts.get('redirects') ?? 0} were sent`,
  )
  for (const way of ['blocked_url', 'blocked_address', 'dns_failed', 'connect_failed', 'answered']) {
    assertClaim((counts.get(way) ?? 0) > 0, `not one URL ended with ${way}, so little was tried`)
  }
  return Object.fromEntries(counts)
}

/** Only the receiver can redirect, and only a server at home may reach it. */
function placed(attempt: Attempt, { receiver, dice }: World): Attempt {
  if (attempt.end !== 'redirect') return attempt
  return { ...attempt, url: `http://${dice.pick(['127.0.0.1', 'localhost'])}:${receiver.port}/hook` }
}

async function post(attempt: Attempt, world: World): Promise<{ outcome: EgressResult; seen: Seen }> {
  const { answers, settings, url, end } = attempt
  const seen = world.tap.play({
    answers,
    ...(end === 'nobody' ? {} : { leadsTo: world.receiver.port }),
  })
  const limits = { timeoutMs: 10_000, connectTimeoutMs: 10_000 }
  const outcome = await world.client(settings).post({ url, headers: {}, body: '{}', ...limits })
  return { outcome, seen }
}

const inner = ['http://169.254.169.254/latest/meta-data', 'http://127.0.0.1:5432/', 'https://10.0.0.1/', '//[::1]/', 'file:///etc/passwd'] // prettier-ignore
const statuses = [302, 301, 303, 307, 308, 300, 305]
const headers = ['Location', 'Location', 'Refresh: 0; url', 'Content-Location']

/** Goes through them all in order, beginning with what every client that follows anything would follow. */
function redirectOf(turn: number): string {
  const status = statuses[turn % statuses.length] ?? 302
  const header = headers[turn % headers.length] ?? 'Location'
  const to = inner[turn % inner.length] ?? ''
  return `HTTP/1.1 ${status} Elsewhere\r\n${header}: ${to}\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`
}
