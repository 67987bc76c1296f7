import type { Contract, Input } from 'souk-contract'
import { requireWallet } from './access.ts'
import { noteOf } from '../wire/messages.ts'
import { requireRow, requireVersion } from '../lifecycle/task-state.ts'
import { partyStep } from './take-step.ts'

/** Takes the delivery, or gives in to a dispute: the held funds are paid to the provider. */
export const acceptTask = partyStep<Input<Contract['tasks']['acceptTask']>>((at, caller, party, given) => {
  const { task, side, origin } = party
  requireVersion(task, given.expectedVersion)
  const row = requireRow(task, 'accept', side, at.now)
  requireWallet(at, caller)
  return {
    row,
    step: { message: noteOf(at, { message: given.message, side, origin }, task) },
    gate: {
      action: 'accept',
      amount: { amount: task.held, currency: task.currency },
      counterparty: task.provider_id,
      taskId: task.id,
    },
  }
})
