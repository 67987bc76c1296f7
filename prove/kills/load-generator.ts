/** Concurrent callers that retry every call with its Idempotency-Key until the outcome is known. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { CallResult } from '../../server/test/fixtures/operations.ts'
import type { Souk } from '../../server/test/fixtures/harness.ts'
import { seededRandom } from '../../server/test/fixtures/seeded-random.ts'
import { assertClaim } from '../suite.ts'
import { chooseCall, record, type Scoreboard } from './scoreboard.ts'
import { perform } from './actions.ts'
import type { CallOutcome, PlannedCall, ResponseFacts } from './planned-call.ts'
import { count, recordResponse, type History } from './history.ts'

export interface LoadOptions {
  readonly scoreboard: Scoreboard
  readonly history: History
  readonly seed: number
  readonly call: Souk['call']
  /** Resolves while the server accepts calls. */
  readonly reachable: () => Promise<void>
  /** The last output of the server, for violation messages. */
  readonly serverOutput?: () => string
  /** The Idempotency-Key of a call; a correct client uses the same key for every attempt. */
  readonly keyOf?: (plan: PlannedCall, attempts: number) => string
}

export interface LoadGenerator {
  /** Starts the callers, which run until stopped. */
  start(): LoadRun
}

interface LoadRun {
  /** Resolves after this many more final responses. */
  responses(count: number): Promise<void>
  /** Starts no new calls; resolves when every call has a final response. */
  stop(): Promise<void>
}

/** With 25 parties, 50 callers in total. */
const callersPerParty = 2
const callTimeoutMs = 120_000
const retryDelayMs = 60

export function createLoadGenerator(options: LoadOptions): LoadGenerator {
  const { scoreboard, history, seed } = options
  let calls = 0
  const callers = scoreboard.parties.flatMap((party, index) =>
    Array.from({ length: callersPerParty }, (_, caller) => ({
      party,
      random: seededRandom(seed + callersPerParty * index + caller + 1),
    })),
  )
  const work = async (loadRun: { stopped: boolean }, { random, party }: (typeof callers)[number]) => {
    while (!loadRun.stopped) {
      const plan = chooseCall(scoreboard, random, party, `${random.below(36 ** 4).toString(36)}-${++calls}`)
      const acknowledged = await callUntilFinal(options, plan)
      recordResponse(history, acknowledged)
      if (acknowledged !== undefined) record(scoreboard, acknowledged)
    }
  }
  return {
    start: () => {
      const loadRun = { stopped: false }
      const working = Promise.all(callers.map((caller) => work(loadRun, caller)))
      // A violation found by one caller stops all callers; `responses` and `stop` rethrow it.
      working.catch(() => {
        loadRun.stopped = true
      })
      const stop = async () => {
        loadRun.stopped = true
        await working
      }
      return {
        responses: async (more) => {
          await waitForResponses(history, more, loadRun)
          if (loadRun.stopped) await stop()
        },
        stop,
      }
    },
  }
}

async function waitForResponses(
  history: History,
  more: number,
  loadRun: { readonly stopped: boolean },
): Promise<void> {
  const target = history.answered + more
  const deadline = performance.now() + callTimeoutMs
  while (history.answered < target && !loadRun.stopped) {
    assertClaim(
      performance.now() < deadline,
      `fewer than ${more} responses in ${callTimeoutMs / 1000} seconds`,
    )
    await sleep(2)
  }
}

/** The acknowledged facts; undefined when the call was refused. */
async function callUntilFinal(options: LoadOptions, plan: PlannedCall): Promise<ResponseFacts | undefined> {
  const outcome = await finalResponse(options, plan)
  return outcome.response.status < 300 ? outcome.facts() : undefined
}

type CallContext = Pick<LoadOptions, 'history' | 'call' | 'reachable' | 'keyOf' | 'serverOutput'>

/** Retries until a response tells whether the call was done. */
export async function finalResponse(options: CallContext, plan: PlannedCall): Promise<CallOutcome> {
  const { history } = options
  const deadline = performance.now() + callTimeoutMs
  for (let attempts = 1; ; attempts++) {
    await options.reachable()
    const outcome = await attempt(options, plan, attempts)
    if (outcome !== undefined) countResponse(options, outcome.response)
    if (outcome !== undefined && isFinal(outcome.response)) {
      if (attempts > 1 && outcome.response.status < 300) {
        count(history, isReplayed(outcome.response) ? 'cut after commit' : 'cut before commit')
      }
      return outcome
    }
    count(history, 'unknown outcomes')
    assertClaim(
      performance.now() < deadline,
      `no final response to ${plan.action} ${plan.mark} in ${callTimeoutMs / 1000} seconds`,
    )
    await sleep(retryDelayMs)
  }
}

async function attempt(
  options: CallContext,
  plan: PlannedCall,
  attempts: number,
): Promise<CallOutcome | undefined> {
  const { call, history, keyOf = ({ mark }: PlannedCall) => mark } = options
  const headers = { 'idempotency-key': keyOf(plan, attempts) }
  history.inFlight += 1
  try {
    return await perform(call, plan, { as: plan.by.key, headers })
  } catch {
    return undefined
  } finally {
    history.inFlight -= 1
  }
}

/** A server that cannot know the outcome returns 503; a 500 is an unhandled error. */
function countResponse({ history, serverOutput }: CallContext, { status, bytes }: CallResult<unknown>): void {
  count(history, `response ${status}`)
  assertClaim(status !== 500, `a call returned 500: ${bytes.toString()} ${serverOutput?.() ?? ''}`)
}

/** A 5xx can hide a commit, and a 409 can mean that the same call is still running. */
function isFinal({ status, body }: CallResult<unknown>): boolean {
  return status < 500 && !(status === 409 && /still running/.test(JSON.stringify(body)))
}

function isReplayed({ headers }: CallResult<unknown>): boolean {
  return headers['idempotent-replayed'] === 'true'
}
