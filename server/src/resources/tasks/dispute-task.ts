import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { lockAsParty, requireSide } from './access.ts'
import { advanceTask } from './advance-task.ts'
import { noteOf } from './messages.ts'
import { originOf } from './origin.ts'
import { requireRow } from './standing.ts'
import { briefTask } from './view-task.ts'

/** Freezes the held funds until one side gives in, an operator rules, or the clock does. */
export const disputeTask: Operation<Contract['tasks']['disputeTask']> = async (tx, caller, given) => {
  const party = await lockAsParty(tx, caller, given)
  requireSide(caller, party)
  const { task, side } = party
  const row = requireRow(task, 'dispute', side, tx.now)
  const note = { message: given.message, side, origin: await originOf(tx, caller) }
  const disputed = await advanceTask(tx, caller, task, row, { message: noteOf(tx, note, task) })
  return briefTask(tx, caller, { ...task, ...disputed })
}
