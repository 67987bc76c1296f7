import type { Input, Contract, Reply } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import type { FastPath } from '../../operation.ts'
import { sendToTask, sendToTaskFast } from './send-to-task.ts'
import { hireAgent, requestFast } from './hire-agent.ts'
import { requireTenant } from '../wire/a2a-tenant.ts'
import { withoutContents } from '../wire/view.ts'

type SendMessageInput = Input<Contract['tasks']['sendMessage']>
type SendMessageReply = Reply<Contract['tasks']['sendMessage']>

/** Opens a task with an agent, or sends a message to an existing one. */
export async function sendMessage(
  tx: Tx,
  caller: AgentCaller,
  sent: SendMessageInput,
): Promise<SendMessageReply> {
  requireTenant(sent)
  const taskId = taskOf(sent)
  if (taskId === undefined) return { task: await hireAgent(tx, caller, sent) }
  return sendToTask(tx, caller, { ...sent, taskId })
}

/** Fast path: one or two statements without a transaction, for messages that need no other checks. */
export const sendMessageFast: FastPath<Contract['tasks']['sendMessage']> = async (
  statement,
  caller,
  sent,
) => {
  requireTenant(sent)
  const taskId = taskOf(sent)
  if (taskId === undefined) return requestFast(statement, caller, sent)
  return sendToTaskFast(statement, caller, { ...sent, taskId })
}

export function withoutTaskContents(reply: SendMessageReply): SendMessageReply {
  return reply.task === undefined ? reply : { task: withoutContents(reply.task) }
}

/** The stream of the reply is opened after the write, see `live/stream-task.ts`. */
export const streamMessage = sendMessage

/** Task that the message is for. Official clients send an empty text for none. */
function taskOf({ message: { taskId } }: SendMessageInput): string | undefined {
  return taskId === '' ? undefined : taskId
}
