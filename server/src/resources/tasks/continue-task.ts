import type { Contract, Input, Message, Task } from 'souk-contract'
import { passGate } from '../../approvals/pass-gate.ts'
import type { AgentCaller } from '../../caller.ts'
import { storable } from '../../db/claimed.ts'
import type { Statement, Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { createTurns, type Turn } from '../../lib/turns.ts'
import { savePushConfig } from '../push-configs/create-push-config.ts'
import { lockAsParty, requireSide, type Party } from './access.ts'
import { advanceTask, topicsOf } from './advance-task.ts'
import { continueTasks } from './continue-queries.ts'
import { recallProfile } from './hire-queries.ts'
import { messageTo } from './messages.ts'
import { originAt, originOf } from './origin.ts'
import { planStep } from './plan-step.ts'
import { findTask, historyLengthOf, type WholeTask } from './read-queries.ts'
import { shareOfTask } from './response-bytes.ts'
import { requireRow, sideOf, taskNotFound } from './standing.ts'
import { moveOf } from './steering.ts'
import { stepOf } from './step-queries.ts'
import { briefTask } from './view-task.ts'
import { onlookerOf, viewTask, wholeAfter } from './view.ts'
import { wordsOf } from './words.ts'

type Sent = Input<Contract['tasks']['sendMessage']>
type Answered = { task: Task } | { message: Message }

/** Goes on with a task, from whichever side the caller is on. */
export async function continueTask(
  tx: Tx,
  caller: AgentCaller,
  sent: Sent,
  taskId: string,
): Promise<Answered> {
  const party = await lockAsParty(tx, caller, { name: sent.name, taskId })
  const { task, side } = party
  const row = rowOf(tx, caller, party, sent)
  const origin = await originOf(tx, caller)
  const message = messageTo(task, tx, { message: sent.message, side, origin })
  if (row.move === 'complete' || row.move === 'reply') {
    await passGate(tx, caller, { action: 'deliver', counterparty: task.client_id, taskId: task.id })
  }
  const continued = await advanceTask(tx, caller, task, row, { message })
  const config = sent.configuration?.taskPushNotificationConfig
  if (config !== undefined) await savePushConfig(tx, caller, task.id, config)
  if (row.move === 'reply') {
    const { taskId: _taskId, contextId: _contextId, ...reply } = message
    return { message: reply }
  }
  return { task: briefTask(tx, caller, { ...task, ...continued }) }
}

/** The move that the message makes, if the caller may make it now. */
function rowOf({ now }: Pick<Tx, 'now'>, caller: AgentCaller, party: Party, sent: Sent) {
  const { task, side } = party
  requireSide(caller, party)
  requireContext(sent.message.contextId, task.context_id)
  return requireRow(task, moveOf(wordsOf(sent), side), side, now)
}

/** A task as a message has left it, read below this name and with so much of the conversation. */
interface Left {
  readonly name: string
  readonly historyLength: number
  readonly task: WholeTask
}

/** Who says several things to a task at once would plan each on what the others are about to change. */
const turns = createTurns<Left>()

/** The same in two statements where no money moves: planned on what was read, and written only if that is still so. */
export async function continueAtOnce(
  statement: Statement,
  caller: AgentCaller,
  sent: Sent,
  taskId: string,
): Promise<{ task: Task } | undefined> {
  if (sent.configuration?.taskPushNotificationConfig !== undefined) return undefined
  // Not by the task alone: a stranger who knows its id must not stand in the way of those whose task it is.
  return turns.take(`${caller.agentId} ${taskId}`, async (left) => {
    const before = await taskBefore(statement, caller, { sent, taskId, left })
    return continueFrom(before, statement, caller, sent)
  })
}

/**
 * As the message before has left it, if this one waited for that and asks for the same. If somebody else has changed it
 * since, nothing is written.
 */
async function taskBefore(
  { read }: Statement,
  { agentId }: AgentCaller,
  { sent, taskId, left }: { sent: Sent; taskId: string; left: Left | undefined },
): Promise<WholeTask> {
  const { name } = sent
  const detail = detailOf(sent)
  if (left?.name === name && left.historyLength === detail.historyLength) return left.task
  return (await findTask(read, agentId, { name, taskId }, detail)) ?? taskNotFound()
}

async function continueFrom(
  before: WholeTask,
  statement: Statement,
  caller: AgentCaller,
  sent: Sent,
): Promise<Turn<{ task: Task } | undefined, Left>> {
  const side = sideOf(before, caller.agentId)
  const row = rowOf(statement, caller, { task: before, side }, sent)
  const profile = (await recallProfile(statement.read, caller.agentId)) ?? notFound('agent')
  const origin = originAt(statement.now, profile)
  const message = messageTo(before, statement, { message: sent.message, side, origin })
  const plan = planStep(statement, caller, before, row, { message })
  // What is entered in the audit log, or answers in place of the task, takes the long way.
  if (plan.deed !== undefined || plan.moved.posting !== undefined || row.move === 'reply') {
    return { done: undefined }
  }
  const detail = detailOf(sent)
  const task = wholeAfter(detail, { before, after: plan.task, message })
  const answer = { task: viewTask(task, onlookerOf(statement, caller), detail) }
  const stored = storable(answer, { task: briefTask(statement, caller, { ...before, ...plan.task }) })
  const step = stepOf(statement, { seen: before.seq, plan, answer: stored })
  const written = await statement.join(continueTasks, step, topicsOf)
  if (written === undefined) return { done: undefined }
  return { done: answer, left: { name: sent.name, historyLength: detail.historyLength, task } }
}

export function detailOf({ configuration }: Pick<Sent, 'configuration'>) {
  return { historyLength: historyLengthOf(configuration?.historyLength), artifacts: true, share: shareOfTask }
}

function requireContext(sent: string | undefined, own: string): void {
  if (sent === undefined || sent === '' || sent === own) return
  fail('bad-request', 'The task belongs to another context than "contextId" says.', 'Leave "contextId" out.')
}
