import { isDeepStrictEqual } from 'node:util'
import { callOver } from '../../server/test/fixtures/processes/server-process.ts'
import { seededRandom, type Random } from '../../server/test/fixtures/seeded-random.ts'
import { createScoreboard, record, type Scoreboard } from '../kills/scoreboard.ts'
import type { ActionName, PlannedCall } from '../kills/planned-call.ts'
import { openEnvironment } from '../kills/environment.ts'
import { count, countsOf, recordResponse } from '../kills/history.ts'
import { finalResponse, type LoadOptions } from '../kills/load-generator.ts'
import { assertClaim, type Counts, type RunOptions, type Suite } from '../suite.ts'
import { openTcpProxy, type Fate, type Chunk } from './tcp-proxy.ts'

const sizes = { quick: 300, release: 100_000 }

export const cutResponses: Suite = {
  name: 'cut-responses',
  claim:
    'A call repeated with one Idempotency-Key, concurrently or after its response was cut off at any byte, is done once and always returns the same response; the key is refused for any other call.',
  unit: 'calls',
  sizes,
  faults: { 'responses-not-stored': 'Stored responses are lost.' },
  run: cutAndRepeat,
}

/** Concurrent rounds. */
const concurrency = 6

async function cutAndRepeat({ size, seed, fault, progress }: RunOptions): Promise<Counts> {
  const environment = await openEnvironment({ seed, durable: false, withoutWebhooks: true })
  const random = seededRandom(seed)
  const proxy = await openTcpProxy({ host: '127.0.0.1', port: environment.port })
  proxy.decideFate = createCutter(random)
  const stopped = new AbortController()
  const { history, cluster } = environment
  const context: RoundContext = {
    random,
    history,
    scoreboard: createScoreboard(cluster.parties),
    burst: size > sizes.quick ? 100 : 10,
    call: (operation, input, options) => {
      count(history, 'calls')
      return callOver(`http://127.0.0.1:${proxy.port}`, operation, input ?? {}, options ?? {})
    },
    reachable: async () => stopped.signal.throwIfAborted(),
  }
  const callCount = () => history.tally.get('calls') ?? 0
  const runRounds = async () => {
    while (callCount() < size) {
      await runRound(context)
      progress(callCount())
    }
  }
  try {
    if (fault === 'responses-not-stored') await cluster.query(dropStoredResponses)
    await Promise.all(Array.from({ length: concurrency }, runRounds))
    await environment.checkAll('release leases')
    return countsOf(history, ['response 200', 'response 422', 'unknown outcomes', 'cut after commit'])
  } finally {
    // Stops the retries of calls that are still in flight.
    stopped.abort()
    await proxy.close()
    await environment.close()
  }
}

const dropStoredResponses = `
  create function lose() returns trigger language plpgsql as
    'begin delete from idempotency_keys where caller = new.caller and key = new.key; return null; end';
  create trigger lose after insert on idempotency_keys for each row execute function lose()`

/** Cuts most connections at a random byte, mostly of the response and sometimes of the request. */
function createCutter(random: Random): (chunk: Chunk) => Fate {
  const left = new WeakMap<object, Record<Chunk['direction'], number>>()
  const choose = () => ({
    back: random.chance(60) ? random.below(5000) : Infinity,
    onward: random.chance(10) ? random.below(3000) : Infinity,
  })
  return ({ connection, direction, bytes }) => {
    const rest = left.get(connection) ?? choose()
    left.set(connection, rest)
    if (bytes.length > rest[direction]) return { cutAfterBytes: rest[direction] }
    rest[direction] -= bytes.length
    return 'pass'
  }
}

interface RoundContext extends Pick<LoadOptions, 'history' | 'call' | 'reachable'> {
  readonly random: Random
  readonly scoreboard: Scoreboard
  /** Number of concurrent repetitions in an occasional burst. */
  readonly burst: number
}

/** Sequences of actions; each round runs one of them on a new task. */
const sequences: readonly (readonly ActionName[])[] = [
  ['hire', 'talk', 'cancel'],
  ['hire', 'start', 'deliver', 'accept'],
  ['hire', 'deliver', 'dispute', 'accept'],
  ['list', 'charge'],
]

async function runRound(context: RoundContext): Promise<void> {
  const { random, scoreboard } = context
  const [client, provider] = [random.pick(scoreboard.parties), random.pick(scoreboard.parties)]
  if (client === provider) return
  const sequence = random.pick(sequences)
  const amount = 100 + random.below(900)
  let task: PlannedCall['task']
  for (const action of sequence) {
    const by = action === 'start' || action === 'deliver' ? provider : client
    const mark = `${random.below(36 ** 5).toString(36)}-${context.history.answered}-${action}`
    const planned: PlannedCall = {
      action,
      mark,
      by,
      with: provider,
      amount,
      ...(task === undefined ? {} : { task }),
    }
    task = (await repeatCall(context, planned)) ?? task
    await reuseKey(context, planned)
  }
}

/** Makes the same call concurrently, each with retries; returns its task. */
async function repeatCall(context: RoundContext, planned: PlannedCall): Promise<PlannedCall['task']> {
  const { random, history, scoreboard, burst } = context
  const times = random.chance(1) ? burst : 2 + random.below(6)
  const outcomes = await Promise.all(Array.from({ length: times }, () => finalResponse(context, planned)))
  const [first] = outcomes
  if (first === undefined) return undefined
  for (const { response } of outcomes) {
    assertClaim(
      response.status === 200,
      `${planned.action} returned ${response.status} when repeated: ${response.bytes.toString()}`,
    )
    assertClaim(
      isDeepStrictEqual(response.body, first.response.body),
      `two different responses to one call: ${planned.action} ${planned.mark}`,
    )
  }
  const acknowledged = first.facts()
  recordResponse(history, acknowledged)
  count(history, 'effects')
  record(scoreboard, acknowledged)
  return acknowledged.task === undefined ? undefined : scoreboard.tasks.get(acknowledged.task.id)
}

/** Uses the same key for a different call. A cancel has no content that could differ, so it becomes a message. */
async function reuseKey(context: RoundContext, planned: PlannedCall): Promise<void> {
  const action = planned.action === 'cancel' ? 'talk' : planned.action
  const other = { ...planned, action, mark: `${planned.mark}-other`, amount: planned.amount + 1 }
  const { response } = await finalResponse({ ...context, keyOf: () => planned.mark }, other)
  assertClaim(
    response.status === 422,
    `a key of ${planned.action} was accepted for another call: ${response.status}`,
  )
}
