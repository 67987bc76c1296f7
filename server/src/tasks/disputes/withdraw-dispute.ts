import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { commitDisputeStep, lockForDispute, requireDisputeStep } from './dispute-step.ts'

/** Ends a dispute without a decision: the task continues in its previous phase, with the remaining time. */
export const withdrawDispute: Operation<Contract['disputes']['withdrawDispute']> = async (
  tx,
  caller,
  input,
) => {
  const party = await lockForDispute(tx, caller, input)
  return commitDisputeStep(tx, caller, party, {
    transition: requireDisputeStep(tx, party, 'withdrawDispute'),
  })
}
