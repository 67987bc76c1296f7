/** Sends requests over a few connections at once, round after round, and keeps what it has seen. */
import { minute } from '../../server/src/lib/clock.ts'
import { fail, type Souk } from '../../server/test/fixtures/harness.ts'
import type { Dice } from '../../server/test/tasks/task-model/dice.ts'
import { assertClaim } from '../suite.ts'
import { operationsOf, readDocument, type Operation } from './openapi-document.ts'
import { atLimits, byExample, draftOf, ordinary, type Draft, type Pen } from './requests.ts'
import { brokenlyFramed, framed, inPieces, type Framed } from './framing.ts'
import { createJudge, type Judge } from './response-validator.ts'
import { mutated } from './mutations.ts'
import { buildTown, callerFor, fittingFor, remember, type Principal, type Town } from './fixture.ts'
import { openLane, type Answer, type Lane, type Silence } from './raw-http-client.ts'

const lanes = 24
const roundMax = 2_000
/** All but those that would send something to addresses that requests have named. */
const workers = ['event-relay', 'webhook-dispatch', 'mails', 'sandbox', 'sandbox-events', 'processor-events', 'payments', 'payouts', 'task-timeouts', 'reputation', 'audit-chain', 'last-used', 'presence', 'approvals', 'search-vocabulary', 'sweep'] // prettier-ignore

export interface Fuzzer {
  readonly operations: readonly Operation[]
  readonly tally: Tally
  /** Calls every operation as its example says, by somebody who may. */
  sendExamples(): Promise<void>
  /** Sends until there were so many, with everything that can be wrong with them. */
  sendUpTo(count: number): Promise<void>
}

export interface Tally {
  sent: number
  /** How often requests ended in each way: by status, or without an answer. */
  readonly seen: Map<string, number>
  /** The operations of which one call at least has succeeded. */
  readonly done: Set<string>
  /** What should not have been, once for each way of being wrong. */
  readonly wrongs: Map<string, string>
}

export async function createFuzzer(
  souk: Souk,
  dice: Dice,
  progress: (done: number) => void,
): Promise<Fuzzer> {
  const document = readDocument()
  const operations = operationsOf(document)
  const tally: Tally = { sent: 0, seen: new Map(), done: new Set(), wrongs: new Map() }
  const port = portOf(souk)
  let town = await buildTown(souk)
  const desk: Desk = { judge: createJudge(document), tally, progress, town: () => town }
  const complain = () =>
    assertClaim(tally.wrongs.size === 0, [...tally.wrongs.values()].slice(0, 10).join('\n  '))
  return {
    operations,
    tally,
    sendExamples: async () => {
      const lane = openLane(port)
      for (const operation of inOrder(operations)) {
        const callers = callersOf(town, operation)
        for (const caller of [...callers, ...callers]) {
          if (tally.done.has(operation.id)) break
          const draft = draftOf({ dice, document, town }, operation, caller, byExample)
          await exchange(desk, lane, draft, framed(draft))
        }
        if (tally.wrongs.size > 0) break
      }
      lane.close()
      complain()
    },
    sendUpTo: async (count) => {
      while (tally.sent < count) {
        let left = Math.min(count - tally.sent, roundMax)
        const next = () => (left-- > 0 ? anyDraft({ dice, document, town }, operations) : undefined)
        await Promise.all(Array.from({ length: lanes }, () => drive(desk, openLane(port), { next, dice })))
        complain()
        await souk.work(workers)
        souk.clock.advance(10 * minute)
        if (tally.sent < count) town = await buildTown(souk, town)
      }
    },
  }
}

/** Nothing is taken away before others have looked at it, and nobody signs out before the end. */
function inOrder(operations: readonly Operation[]): Operation[] {
  const rank = ({ method, path }: Operation) =>
    method === 'DELETE' ? (path.includes('/sessions') ? 2 : 1) : 0
  return operations.toSorted((one, other) => rank(one) - rank(other))
}

/** The likeliest first: who acts as an agent where that is asked for. */
function callersOf(town: Town, { opens, parameters }: Operation): Principal[] {
  const acting = parameters.some(({ name }) => name === 'X-Agent-Context')
  const fit = ({ agent }: Principal) => (acting === (agent !== undefined) ? 0 : 1)
  return fittingFor(town, opens).toSorted((one, other) => fit(one) - fit(other))
}

function anyDraft(pen: Pen, operations: readonly Operation[]): Draft {
  const { dice, town } = pen
  const operation = dice.pick(operations)
  const caller = callerFor(town, dice, operation.opens)
  const draft = draftOf(pen, operation, caller, dice.pick([byExample, byExample, ordinary, atLimits]))
  if (dice.chance(35)) return draft
  const once = mutated(draft, pen)
  return dice.chance(15) ? mutated(once, pen) : once
}

interface Desk {
  readonly judge: Judge
  readonly tally: Tally
  progress(done: number): void
  town(): Town
}

async function drive(
  desk: Desk,
  lane: Lane,
  { next, dice }: { next: () => Draft | undefined; dice: Dice },
): Promise<void> {
  for (let draft = next(); draft !== undefined; draft = next()) {
    const whole = dice.chance(3) ? inPieces(draft) : framed(draft)
    await exchange(desk, lane, draft, dice.chance(4) ? brokenlyFramed(draft, dice) : whole)
  }
  lane.close()
}

async function exchange(desk: Desk, lane: Lane, draft: Draft, sending: Framed): Promise<void> {
  const answer = await lane.send(sending)
  note(desk, draft, sending, answer)
  if (typeof answer === 'string') return
  if (answer.status === 200) remember(desk.town(), answer.body.toString('utf8'))
  if (answer.status === 401 && draft.caller.opens !== 'nobody')
    draft.caller.token = await draft.caller.renew()
}

function note(
  { judge, tally, progress }: Desk,
  draft: Draft,
  sending: Framed,
  answer: Answer | Silence,
): void {
  const { operation, wrong } = judge(draft, sending, answer)
  const { seen, done, wrongs } = tally
  const outcome = typeof answer === 'string' ? answer : String(answer.status)
  progress(++tally.sent)
  seen.set(outcome, (seen.get(outcome) ?? 0) + 1)
  if (outcome === '200' && operation !== undefined) done.add(operation.id)
  if (wrong === undefined) return
  const key = `${operation?.id ?? sending.framing} ${wrong.slice(0, 50)}`
  wrongs.set(key, wrongs.get(key) ?? `${told(draft, sending)}: ${wrong}`)
}

function told({ method, path, caller, changes, body }: Draft, { framing }: Framed): string {
  const why = [...changes, framing].filter((change) => change !== '').join(', ')
  return `${method} ${path.slice(0, 200)} by ${caller.name} (${why}) ${body?.toString('utf8').slice(0, 200) ?? ''}`
}

function portOf({ app }: Souk): number {
  const address = app.server.address()
  return typeof address === 'object' && address !== null ? address.port : fail('no port')
}
