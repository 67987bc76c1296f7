/** How a party takes a step: decided once, on what was read, and written by one statement or by a transaction. */
import type { Origin, Task } from 'souk-contract'
import { passGate, type GateRequest } from '../../approvals/enforcement/enforce-gate.ts'
import type { AgentCaller } from '../../caller.ts'
import { fitForStorage } from '../../db/idempotency-claim.ts'
import type { Statement, OperationContext, Tx } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'
import { lockAsParty, type Party } from './access.ts'
import { commitStep, joinSteps } from '../store/commit-step.ts'
import { findCachedProfile } from '../store/hire-queries.ts'
import type { Row } from '../lifecycle/lifecycle.ts'
import { originAt, originOf } from '../wire/message-provenance.ts'
import { planStep, type Step } from '../lifecycle/plan-step.ts'
import type { NamedTask } from '../lifecycle/task-row.ts'
import { findTask, type Detail, type WholeTask } from '../store/read-queries.ts'
import { sideOf, taskNotFound } from '../lifecycle/task-state.ts'
import { everything, showChanged } from '../wire/view-task.ts'
import { onlookerOf, viewTask, withoutContents, wholeAfter } from '../wire/view.ts'

/** What a party does to a task. */
export interface Decision {
  readonly row: Row
  readonly step: Step
  readonly gate?: GateRequest
}

/** Decides on a task as it was read, or refuses; undefined when the task is already as the caller wants it. */
export type Decide<Given> = (
  surroundings: OperationContext,
  caller: AgentCaller,
  party: Party & { readonly origin: Origin },
  given: Given,
) => Decision | undefined

interface Address {
  readonly name: string
  readonly taskId: string
}

export interface Taken {
  readonly id: Id<'task'>
  readonly decision: Decision | undefined
  readonly task: Task
}

/** Locks the task, decides, asks the gate and writes: explains every refusal. */
export async function takeStep<Given extends Address>(
  tx: Tx,
  caller: AgentCaller,
  given: Given,
  { decide, detail }: { decide: Decide<Given>; detail: Detail },
): Promise<Taken> {
  const { task, side } = await lockAsParty(tx, caller, given)
  const origin = await originOf(tx, caller)
  const decision = decide(tx, caller, { task, side, origin }, given)
  const shown = (now: NamedTask) => showChanged(tx, caller, now, detail)
  if (decision === undefined) return { id: task.id, decision, task: await shown(task) }
  if (decision.gate !== undefined) await passGate(tx, caller, decision.gate)
  const after = await commitStep(tx, caller, task, decision.row, decision.step)
  return { id: task.id, decision, task: await shown({ ...task, ...after }) }
}

/** A task as a step has left it, read below this name and with so much of the conversation. */
interface Left {
  readonly name: string
  readonly historyLength: number
  readonly task: WholeTask
}

/** Serializes the steps of one agent on one task: all but one of them would fail the version check. */
const turns = createKeyedMutex<Left>()

/** What the caller gets to see of the task, and in which form. */
export interface Shown<Answer extends object> {
  readonly detail: Detail
  readonly answerOf: (task: Task) => Answer
}

const wholeTask: Shown<Task> = { detail: everything, answerOf: (task) => task }

/**
 * The same without locks: decides on what was read, and writes with the steps of other callers if the version is still the
 * same. Undefined when it is not, or when the step needs a transaction.
 */
export function joinStep<Given extends Address, Answer extends object>(
  statement: Statement,
  caller: AgentCaller,
  given: Given,
  { decide, shown }: { decide: Decide<Given>; shown: Shown<Answer> },
): Promise<Answer | undefined> {
  const { name, taskId } = given
  const { historyLength } = shown.detail
  // Not by the task alone: a stranger who knows its id must not delay its parties.
  return turns.run(`${caller.agentId} ${taskId}`, async (left) => {
    const fits = left?.name === name && left.historyLength === historyLength
    const before = fits ? left.task : await readTask(statement, caller, given, shown.detail)
    const profile = (await findCachedProfile(statement.read, caller.agentId)) ?? notFound('agent')
    const party = {
      task: before,
      side: sideOf(before, caller.agentId),
      origin: originAt(statement.now, profile),
    }
    const decision = decide(statement, caller, party, given)
    const joined = decision && (await joinDecision(statement, caller, before, { decision, shown }))
    if (joined === undefined) return { result: undefined }
    return { result: joined.answer, handover: { name, historyLength, task: joined.after } }
  })
}

async function readTask(
  { read }: Statement,
  { agentId }: AgentCaller,
  address: Address,
  detail: Detail,
): Promise<WholeTask> {
  return (await findTask(read, agentId, address, detail)) ?? taskNotFound()
}

async function joinDecision<Answer extends object>(
  statement: Statement,
  caller: AgentCaller,
  before: WholeTask,
  { decision, shown }: { decision: Decision; shown: Shown<Answer> },
): Promise<{ after: WholeTask; answer: Answer } | undefined> {
  const { row, step, gate } = decision
  const plan = planStep(statement, caller, before, row, step)
  // Returned funds pay a debt first, and a reply hides the task: both take a transaction.
  if (plan.moved.givesBack || row.move === 'reply') return undefined
  const { detail, answerOf } = shown
  const after = wholeAfter(detail, { before, after: plan.task, message: step.message })
  const task = viewTask(after, onlookerOf(statement, caller), detail)
  const answer = answerOf(task)
  const stored = fitForStorage(answer, () => answerOf(withoutContents(task)))
  const written = await joinSteps(statement, caller, before, {
    plan,
    gated: gate !== undefined,
    answer: stored,
  })
  return written === undefined ? undefined : { after, answer }
}

/** An operation that is one step of a party and answers with the task. */
export function partyStep<Given extends Address>(decide: Decide<Given>) {
  return {
    run: async (tx: Tx, caller: AgentCaller, given: Given): Promise<Task> =>
      (await takeStep(tx, caller, given, { decide, detail: everything })).task,
    shortcut: (statement: Statement, caller: AgentCaller, given: Given): Promise<Task | undefined> =>
      joinStep(statement, caller, given, { decide, shown: wholeTask }),
  }
}
