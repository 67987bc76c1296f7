import type { Contract, Input } from 'souk-contract'
import { requireSide } from './access.ts'
import { noteOf } from '../wire/messages.ts'
import { requireTransition } from '../lifecycle/task-state.ts'
import { partyStep } from './take-step.ts'

/** Freezes the held funds until one side concedes, an operator rules, or the dispute times out. */
export const disputeTask = partyStep<Input<Contract['tasks']['disputeTask']>>((at, caller, party, input) => {
  requireSide(caller, party)
  const { task, side, origin } = party
  const transition = requireTransition(task, 'dispute', side, at.now)
  return { transition, step: { message: noteOf(at, { message: input.message, side, origin }, task) } }
})
