import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { lockAsParty, requireSide } from './access.ts'
import { advanceTask } from './advance-task.ts'
import { requireRow } from './standing.ts'
import { briefTask } from './view-task.ts'

/** Ends a task before work exists: the client takes it back, the provider declines it or withdraws an application. */
export const cancelTask: Operation<Contract['tasks']['cancelTask']> = async (tx, caller, address) => {
  const party = await lockAsParty(tx, caller, address)
  requireSide(caller, party)
  const { task, side } = party
  // To cancel what is canceled changes nothing, so that a repeated call gets the answer it missed.
  const canceled =
    task.phase === 'canceled'
      ? task
      : await advanceTask(tx, caller, task, requireRow(task, 'cancel', side, tx.now))
  return briefTask(tx, caller, { ...task, ...canceled })
}
