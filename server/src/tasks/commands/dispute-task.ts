import type { Contract, Input } from 'souk-contract'
import { requireSide } from './access.ts'
import { noteOf } from '../wire/messages.ts'
import { requireOutcome } from '../disputes/rules.ts'
import { requireTransition } from '../lifecycle/task-state.ts'
import { partyStep } from './take-step.ts'

/** Freezes the held funds until the parties settle, one withdraws or concedes, an operator rules, or the dispute times out. */
export const disputeTask = partyStep<Input<Contract['tasks']['disputeTask']>>((at, caller, party, input) => {
  requireSide(caller, party)
  const { task, side, origin } = party
  const { claim } = input
  const transition = requireTransition(task, 'dispute', side, at.now)
  if (claim !== undefined) requireOutcome('claim.', claim, task)
  // Clients that only know A2A read the statement as a message.
  const message = input.message ?? (claim && { parts: [{ text: claim.statement }] })
  return { transition, step: { message: noteOf(at, { message, side, origin }, task), texts: { claim } } }
})
