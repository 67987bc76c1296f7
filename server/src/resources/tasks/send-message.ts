import type { Input, Contract, Reply } from 'souk-contract'
import { passGate } from '../../approvals/pass-gate.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import { savePushConfig } from '../push-configs/create-push-config.ts'
import { lockAsParty, requireSide } from './access.ts'
import { advanceTask } from './advance-task.ts'
import { hireAgent } from './hire-agent.ts'
import { readMessage, wordsOf } from './messages.ts'
import { originOf } from './origin.ts'
import { historyMax } from './read-queries.ts'
import { requireRow } from './standing.ts'
import { requireTenant } from './tenant.ts'
import { moveOf } from './steering.ts'
import { showTask } from './view-task.ts'

type Sent = Input<Contract['tasks']['sendMessage']>
type Answered = Reply<Contract['tasks']['sendMessage']>

/** Starts a task with an agent, or goes on with one, from whichever side the caller is on. */
export async function sendMessage(tx: Tx, caller: AgentCaller, sent: Sent): Promise<Answered> {
  requireTenant(sent)
  const { taskId } = sent.message
  if (taskId === undefined || taskId === '') return { task: await hireAgent(tx, caller, sent) }
  return continueTask(tx, caller, sent, taskId)
}

/** The same, followed as a stream. */
export const streamMessage = sendMessage

async function continueTask(tx: Tx, caller: AgentCaller, sent: Sent, taskId: string): Promise<Answered> {
  const party = await lockAsParty(tx, caller, { name: sent.name, taskId })
  const { task, side } = party
  requireSide(caller, party)
  requireContext(sent.message.contextId, task.context_id)
  const row = requireRow(task, moveOf(wordsOf(sent.message.metadata, sent.metadata), side), side, tx.now)
  const message = readMessage(sent.message, side, {
    messageId: newId('msg', tx.now),
    taskId: task.id,
    contextId: task.context_id,
    origin: await originOf(tx, caller),
  })
  if (row.move === 'complete') {
    await passGate(tx, caller, { action: 'deliver', counterparty: task.client_id, taskId: task.id })
  }
  await advanceTask(tx, caller, task, row, { message })
  const config = sent.configuration?.taskPushNotificationConfig
  if (config !== undefined) await savePushConfig(tx, caller, task.id, config)
  if (row.move === 'reply') {
    const { taskId: _taskId, contextId: _contextId, ...reply } = message
    return { message: reply }
  }
  return { task: await showTask(tx, caller, task.id, detailOf(sent)) }
}

export function detailOf({ configuration }: Pick<Sent, 'configuration'>) {
  return { historyLength: configuration?.historyLength ?? historyMax, artifacts: true }
}

function requireContext(sent: string | undefined, own: string): void {
  if (sent === undefined || sent === '' || sent === own) return
  fail('bad-request', 'The task belongs to another context than "contextId" says.', 'Leave "contextId" out.')
}
