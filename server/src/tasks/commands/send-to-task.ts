import type { Contract, Input, Message, Task } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Statement, Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { savePushConfig } from '../../events/push-configs/create-push-config.ts'
import { requireSide } from './access.ts'
import { messageTo } from '../wire/messages.ts'
import { historyLengthOf } from '../store/read-queries.ts'
import { shareOfTask } from '../store/response-bytes.ts'
import { requireTransition } from '../lifecycle/task-state.ts'
import { actionOf } from '../lifecycle/message-directives.ts'
import { takeStepFast, takeStep, type Decide } from './take-step.ts'
import { directivesOf } from '../lifecycle/marketplace-metadata.ts'

type SendMessageInput = Input<Contract['tasks']['sendMessage']>
type SendToTaskInput = SendMessageInput & { readonly taskId: string }
type SendMessageReply = { task: Task } | { message: Message }

/** A message of either side. Its state, if it has one, selects the action. */
const decide: Decide<SendToTaskInput> = (at, caller, party, sent) => {
  const { task, side, origin } = party
  requireSide(caller, party)
  requireContext(sent.message.contextId, task.context_id)
  const transition = requireTransition(task, actionOf(directivesOf(sent), side), side, at.now)
  const step = { message: messageTo(task, at, { message: sent.message, side, origin }) }
  if (transition.action !== 'complete' && transition.action !== 'reply') return { transition, step }
  return { transition, step, gate: { action: 'deliver', counterparty: task.client_id, taskId: task.id } }
}

/** Sends a message to an existing task, as client or as provider. */
export async function sendToTask(
  tx: Tx,
  caller: AgentCaller,
  sent: SendToTaskInput,
): Promise<SendMessageReply> {
  const { id, decision, task } = await takeStep(tx, caller, sent, { decide, detail: detailOf(sent) })
  const config = sent.configuration?.taskPushNotificationConfig
  if (config !== undefined) await savePushConfig(tx, caller, id, config)
  const message = decision?.transition.action === 'reply' ? decision.step.message : undefined
  if (message === undefined) return { task }
  const { taskId: _taskId, contextId: _contextId, ...reply } = message
  return { message: reply }
}

/** Fast path: writes the message in a batch, without a transaction. */
export async function sendToTaskFast(
  statement: Statement,
  caller: AgentCaller,
  sent: SendToTaskInput,
): Promise<{ task: Task } | undefined> {
  if (sent.configuration?.taskPushNotificationConfig !== undefined) return undefined
  const form = { detail: detailOf(sent), replyOf: (task: Task) => ({ task }) }
  return takeStepFast(statement, caller, sent, { decide, form })
}

export function detailOf({ configuration }: Pick<SendMessageInput, 'configuration'>) {
  return { historyLength: historyLengthOf(configuration?.historyLength), artifacts: true, share: shareOfTask }
}

function requireContext(contextId: string | undefined, own: string): void {
  if (contextId === undefined || contextId === '' || contextId === own) return
  fail('bad-request', '"message.contextId" is not the context of the task.', 'Remove "contextId".')
}
