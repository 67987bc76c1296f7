import type { Contract, Input } from 'souk-contract'
import { requireSide } from './access.ts'
import { noteOf } from '../wire/messages.ts'
import { requireRow } from '../lifecycle/task-state.ts'
import { partyStep } from './take-step.ts'

/** Freezes the held funds until one side gives in, an operator rules, or the clock does. */
export const disputeTask = partyStep<Input<Contract['tasks']['disputeTask']>>((at, caller, party, given) => {
  requireSide(caller, party)
  const { task, side, origin } = party
  const row = requireRow(task, 'dispute', side, at.now)
  return { row, step: { message: noteOf(at, { message: given.message, side, origin }, task) } }
})
