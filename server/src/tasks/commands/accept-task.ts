import type { Contract, Input } from 'souk-contract'
import { requireWallet } from './access.ts'
import { noteOf } from '../wire/messages.ts'
import { requireTransition, requireVersion } from '../lifecycle/task-state.ts'
import { partyStep } from './take-step.ts'

/** Accepts the delivery or concedes a dispute. The held funds are released to the provider. */
export const acceptTask = partyStep<Input<Contract['tasks']['acceptTask']>>((at, caller, party, input) => {
  const { task, side, origin } = party
  requireVersion(task, input.expectedVersion)
  const transition = requireTransition(task, 'accept', side, at.now)
  requireWallet(at, caller)
  return {
    transition,
    step: { message: noteOf(at, { message: input.message, side, origin }, task) },
    gate: {
      action: 'accept',
      amount: { amount: task.held, currency: task.currency },
      counterparty: task.provider_id,
      taskId: task.id,
      // The provider can deliver again, and the client can open a dispute, which accepting concedes.
      subjectState: `${task.phase} ${task.revisions}`,
    },
  }
})
