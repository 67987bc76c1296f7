import type { Contract } from 'souk-contract'
import { passGate } from '../../approvals/pass-gate.ts'
import type { Operation } from '../../operation.ts'
import { lockAsParty, requireWallet } from './access.ts'
import { advanceTask } from './advance-task.ts'
import { noteOf } from './messages.ts'
import { originOf } from './origin.ts'
import { requireRow, requireVersion } from './standing.ts'
import { showTask } from './view-task.ts'

/** Takes the delivery, or gives in to a dispute: the held funds are paid to the provider. */
export const acceptTask: Operation<Contract['tasks']['acceptTask']> = async (tx, caller, given) => {
  const { task, side } = await lockAsParty(tx, caller, given)
  requireVersion(task, given.expectedVersion)
  const row = requireRow(task, 'accept', side, tx.now)
  requireWallet(tx, caller)
  await passGate(tx, caller, {
    action: 'accept',
    amount: { amount: task.held, currency: task.currency },
    counterparty: task.provider_id,
    taskId: task.id,
  })
  const note = { message: given.message, side, origin: await originOf(tx, caller) }
  await advanceTask(tx, caller, task, row, { message: noteOf(tx, note, task) })
  return showTask(tx, caller, task.id)
}
