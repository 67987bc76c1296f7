import type { Contract, Input, Message, Task } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Statement, Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { savePushConfig } from '../../events/push-configs/create-push-config.ts'
import { requireSide } from './access.ts'
import { messageTo } from '../wire/messages.ts'
import { historyLengthOf } from '../store/read-queries.ts'
import { shareOfTask } from '../store/response-bytes.ts'
import { requireRow } from '../lifecycle/task-state.ts'
import { moveOf } from '../lifecycle/message-directives.ts'
import { joinStep, takeStep, type Decide } from './take-step.ts'
import { wordsOf } from '../lifecycle/words.ts'

type Sent = Input<Contract['tasks']['sendMessage']>
type Continued = Sent & { readonly taskId: string }
type Answered = { task: Task } | { message: Message }

/** A message of either side; the state in it, if any, decides which move it makes. */
const decide: Decide<Continued> = (at, caller, party, sent) => {
  const { task, side, origin } = party
  requireSide(caller, party)
  requireContext(sent.message.contextId, task.context_id)
  const row = requireRow(task, moveOf(wordsOf(sent), side), side, at.now)
  const step = { message: messageTo(task, at, { message: sent.message, side, origin }) }
  if (row.move !== 'complete' && row.move !== 'reply') return { row, step }
  return { row, step, gate: { action: 'deliver', counterparty: task.client_id, taskId: task.id } }
}

/** Continues a task, from whichever side the caller is on. */
export async function continueTask(tx: Tx, caller: AgentCaller, sent: Continued): Promise<Answered> {
  const { id, decision, task } = await takeStep(tx, caller, sent, { decide, detail: detailOf(sent) })
  const config = sent.configuration?.taskPushNotificationConfig
  if (config !== undefined) await savePushConfig(tx, caller, id, config)
  const message = decision?.row.move === 'reply' ? decision.step.message : undefined
  if (message === undefined) return { task }
  const { taskId: _taskId, contextId: _contextId, ...reply } = message
  return { message: reply }
}

/** The same without a transaction. */
export async function joinMessage(
  statement: Statement,
  caller: AgentCaller,
  sent: Continued,
): Promise<{ task: Task } | undefined> {
  if (sent.configuration?.taskPushNotificationConfig !== undefined) return undefined
  const shown = { detail: detailOf(sent), answerOf: (task: Task) => ({ task }) }
  return joinStep(statement, caller, sent, { decide, shown })
}

export function detailOf({ configuration }: Pick<Sent, 'configuration'>) {
  return { historyLength: historyLengthOf(configuration?.historyLength), artifacts: true, share: shareOfTask }
}

function requireContext(sent: string | undefined, own: string): void {
  if (sent === undefined || sent === '' || sent === own) return
  fail('bad-request', 'The task belongs to another context than "contextId" says.', 'Leave "contextId" out.')
}
