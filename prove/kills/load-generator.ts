/** Many callers at once, none of whom gives up: a call without a clear answer is made again with its key until it has one. */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Answer, Souk } from '../../server/test/fixtures/harness.ts'
import { diceOf } from '../../server/test/tasks/task-model/dice.ts'
import { assertClaim } from '../suite.ts'
import { note, planFor, type Board } from './scoreboard.ts'
import { perform, type Outcome, type Plan, type Said } from './actions.ts'
import { count, settle, type History } from './history.ts'

export interface LoadParts {
  readonly board: Board
  readonly history: History
  readonly seed: number
  readonly call: Souk['call']
  /** Resolves when it makes sense to call. */
  readonly reachable: () => Promise<void>
  /** The last words of the server, for whoever has to find out why. */
  readonly said?: () => string
  /** The Idempotency-Key of a call; how often it was tried makes no difference to an honest client. */
  readonly keyOf?: (plan: Plan, tries: number) => string
}

export interface Load {
  /** Lets the callers begin; they go on until it is stopped. */
  start(): Shift
}

export interface Shift {
  /** Resolves after so many more answers. */
  answers(count: number): Promise<void>
  /** Nobody begins anything new; resolves when every call has its answer. */
  stop(): Promise<void>
}

/** Fifty in all. */
const callersEach = 2
/** Longer than anything may take that is not lost for good. */
const patienceMs = 120_000
const pauseMs = 60

export function createLoad(parts: LoadParts): Load {
  const { board, history, seed } = parts
  let calls = 0
  const callers = board.parties.flatMap((party, index) =>
    Array.from({ length: callersEach }, (_, place) => ({
      party,
      dice: diceOf(seed + callersEach * index + place + 1),
    })),
  )
  const work = async (shift: { over: boolean }, { dice, party }: (typeof callers)[number]) => {
    while (!shift.over) {
      const plan = planFor(board, dice, party, `${dice.roll(36 ** 4).toString(36)}-${++calls}`)
      const said = await insist(parts, plan)
      settle(history, said)
      if (said !== undefined) note(board, said)
    }
  }
  return {
    start: () => {
      const shift = { over: false }
      const working = Promise.all(callers.map((caller) => work(shift, caller)))
      // What one of them finds broken ends the shift for all, and is told to whoever waits for it.
      working.catch(() => {
        shift.over = true
      })
      const stop = async () => {
        shift.over = true
        await working
      }
      return {
        answers: async (more) => {
          await manyAnswers(history, more, shift)
          if (shift.over) await stop()
        },
        stop,
      }
    },
  }
}

async function manyAnswers(history: History, more: number, shift: { readonly over: boolean }): Promise<void> {
  const wanted = history.answered + more
  const giveUp = performance.now() + patienceMs
  while (history.answered < wanted && !shift.over) {
    assertClaim(performance.now() < giveUp, `no ${more} answers in ${patienceMs / 1000} seconds`)
    await sleep(2)
  }
}

/** What the answer said in the end; nothing when the call was refused. */
async function insist(parts: LoadParts, plan: Plan): Promise<Said | undefined> {
  const outcome = await clearAnswer(parts, plan)
  return outcome.answer.status < 300 ? outcome.said() : undefined
}

type Calling = Pick<LoadParts, 'history' | 'call' | 'reachable' | 'keyOf' | 'said'>

/** The first answer from which it is clear what was done. */
export async function clearAnswer(parts: Calling, plan: Plan): Promise<Outcome> {
  const { history } = parts
  const giveUp = performance.now() + patienceMs
  for (let tries = 1; ; tries++) {
    await parts.reachable()
    const outcome = await attempt(parts, plan, tries)
    if (outcome !== undefined) countAnswer(parts, outcome.answer)
    if (outcome !== undefined && isClear(outcome.answer)) {
      if (tries > 1 && outcome.answer.status < 300) {
        count(history, isReplayed(outcome.answer) ? 'cut when done' : 'cut before it was done')
      }
      return outcome
    }
    count(history, 'unclear')
    assertClaim(
      performance.now() < giveUp,
      `no clear answer to ${plan.deed} ${plan.mark} in ${patienceMs / 1000} seconds`,
    )
    await sleep(pauseMs)
  }
}

async function attempt(parts: Calling, plan: Plan, tries: number): Promise<Outcome | undefined> {
  const { call, history, keyOf = ({ mark }: Plan) => mark } = parts
  const headers = { 'idempotency-key': keyOf(plan, tries) }
  history.underWay += 1
  try {
    return await perform(call, plan, { as: plan.by.key, headers })
  } catch {
    return undefined
  } finally {
    history.underWay -= 1
  }
}

/** Whoever cannot know what became of a call says 503; a 500 means that nobody thought of it. */
function countAnswer({ history, said }: Calling, { status, bytes }: Answer<unknown>): void {
  count(history, `answer ${status}`)
  assertClaim(status !== 500, `answered 500: ${bytes.toString()} ${said?.() ?? ''}`)
}

/** A 5xx may hide a commit, and one of two equal calls is told that the other is still running. */
function isClear({ status, body }: Answer<unknown>): boolean {
  return status < 500 && !(status === 409 && /still running/.test(JSON.stringify(body)))
}

function isReplayed({ headers }: Answer<unknown>): boolean {
  return headers['idempotent-replayed'] === 'true'
}
