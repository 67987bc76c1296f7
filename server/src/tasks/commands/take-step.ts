/** Runs a step of a party: one decision function, and two ways to write it, as part of a batch or in a transaction. */
import type { Origin, Task } from 'souk-contract'
import { enforceGate, type GateRequest } from '../../approvals/enforcement/enforce-gate.ts'
import type { AgentCaller } from '../../caller.ts'
import { fitForStorage } from '../../db/idempotency-claim.ts'
import type { Statement, OperationContext, Tx } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { createKeyedMutex } from '../../lib/keyed-mutex.ts'
import { lockAsParty, type Party } from './access.ts'
import { refersToFiles } from '../store/attach-files-of.ts'
import { commitStep, batchStep } from '../store/commit-step.ts'
import { findCachedProfile } from '../store/profile-queries.ts'
import type { Transition } from '../lifecycle/lifecycle.ts'
import { originAt, originOf } from '../wire/message-provenance.ts'
import { planStep, type Step } from '../lifecycle/plan-step.ts'
import type { NamedTask, TaskAddress } from '../lifecycle/task-row.ts'
import { findTask, type Detail, type FullTask } from '../store/read-queries.ts'
import { sideOf, taskNotFound } from '../lifecycle/task-state.ts'
import { fullDetail, showChanged } from '../wire/view-task.ts'
import { viewerOf, viewTask, withoutContents, fullTaskAfter } from '../wire/view.ts'

/** The step that a party takes. */
interface Decision {
  readonly transition: Transition
  readonly step: Step
  readonly gate?: GateRequest
}

/** Decides on the task that was read, or refuses. Returns undefined if there is nothing to change. */
export type Decide<Input> = (
  context: OperationContext,
  caller: AgentCaller,
  party: Party & { readonly origin: Origin },
  input: Input,
) => Decision | undefined

interface TakenStep {
  readonly id: Id<'task'>
  readonly decision: Decision | undefined
  readonly task: Task
}

/** Locks the task, decides, enforces the gate and writes. Every refusal has its own error. */
export async function takeStep<Input extends TaskAddress>(
  tx: Tx,
  caller: AgentCaller,
  input: Input,
  { decide, detail }: { decide: Decide<Input>; detail: Detail },
): Promise<TakenStep> {
  const { task, side } = await lockAsParty(tx, caller, input)
  const origin = await originOf(tx, caller)
  const decision = decide(tx, caller, { task, side, origin }, input)
  const shown = (now: NamedTask) => showChanged(tx, caller, now, detail)
  if (decision === undefined) return { id: task.id, decision, task: await shown(task) }
  if (decision.gate !== undefined) await enforceGate(tx, caller, decision.gate)
  const after = await commitStep(tx, caller, task, decision.transition, decision.step)
  return { id: task.id, decision, task: await shown({ ...task, ...after }) }
}

/** The task after the previous step, and the address and history length it was read with. */
interface LastWrite {
  readonly name: string
  readonly historyLength: number
  readonly task: FullTask
}

/** Serializes the steps of one agent on one task. Of concurrent steps, all but one would fail the version check. */
const mutex = createKeyedMutex<LastWrite>()

/** Detail of the task in the reply, and the shape of the reply. */
interface ReplyForm<Reply extends object> {
  readonly detail: Detail
  readonly replyOf: (task: Task) => Reply
}

const taskReply: ReplyForm<Task> = { detail: fullDetail, replyOf: (task) => task }

/**
 * Fast path without locks: decides on the task that was read, and writes in a batch if the version is still the same.
 * Returns undefined if it is not, or if the step needs a transaction.
 */
export function takeStepFast<Input extends TaskAddress, Reply extends object>(
  statement: Statement,
  caller: AgentCaller,
  input: Input,
  { decide, form }: { decide: Decide<Input>; form: ReplyForm<Reply> },
): Promise<Reply | undefined> {
  const { name, taskId } = input
  const { historyLength } = form.detail
  // The key includes the agent: another caller that knows the task id must not delay the parties.
  return mutex.run(`${caller.agentId} ${taskId}`, async (last) => {
    // The task that the previous step wrote saves a read, if it was read in the same form.
    const fits = last?.name === name && last.historyLength === historyLength
    const before = fits ? last.task : await readTask(statement, caller, input, form.detail)
    const profile = (await findCachedProfile(statement.read, caller.agentId)) ?? notFound('agent')
    const party = {
      task: before,
      side: sideOf(before, caller.agentId),
      origin: originAt(statement.now, profile),
    }
    const decision = decide(statement, caller, party, input)
    const written = decision && (await batchDecision(statement, caller, before, { decision, form }))
    if (written === undefined) return { result: undefined }
    return { result: written.reply, handover: { name, historyLength, task: written.after } }
  })
}

async function readTask(
  { read }: Statement,
  { agentId }: AgentCaller,
  address: TaskAddress,
  detail: Detail,
): Promise<FullTask> {
  return (await findTask(read, agentId, address, detail)) ?? taskNotFound()
}

async function batchDecision<Reply extends object>(
  statement: Statement,
  caller: AgentCaller,
  before: FullTask,
  { decision, form }: { decision: Decision; form: ReplyForm<Reply> },
): Promise<{ after: FullTask; reply: Reply } | undefined> {
  const { transition, step, gate } = decision
  // Files are attached in a transaction.
  if (refersToFiles(statement, step)) return undefined
  const plan = planStep(statement, caller, before, transition, step)
  // Refunds repay debts first, a reply hides the task, disputes have separate rows: all of them need a transaction.
  if (plan.funds.refundsClient || transition.action === 'reply' || plan.dispute !== undefined)
    return undefined
  const { detail, replyOf } = form
  const after = fullTaskAfter(detail, { before, after: plan.task, message: step.message })
  const task = viewTask(after, viewerOf(statement, caller), detail)
  const reply = replyOf(task)
  const stored = fitForStorage(reply, () => replyOf(withoutContents(task)))
  const written = await batchStep(statement, caller, before, {
    plan,
    gated: gate !== undefined,
    reply: stored,
  })
  return written === undefined ? undefined : { after, reply }
}

/** Operation that is one step of a party and returns the task. */
export function partyStep<Input extends TaskAddress>(decide: Decide<Input>) {
  return {
    run: async (tx: Tx, caller: AgentCaller, input: Input): Promise<Task> =>
      (await takeStep(tx, caller, input, { decide, detail: fullDetail })).task,
    fastPath: (statement: Statement, caller: AgentCaller, input: Input): Promise<Task | undefined> =>
      takeStepFast(statement, caller, input, { decide, form: taskReply }),
  }
}
