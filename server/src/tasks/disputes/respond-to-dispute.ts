import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { saveResponse } from '../store/dispute-queries.ts'
import { commitDisputeStep, disputeKeyOf, lockForDispute, requireDisputeStep } from './dispute-step.ts'
import { requireOutcome } from './rules.ts'

/** Answers the claim of a dispute, once. */
export const respondToDispute: Operation<Contract['disputes']['respondToDispute']> = async (
  tx,
  caller,
  input,
) => {
  const party = await lockForDispute(tx, caller, input)
  const transition = requireDisputeStep(tx, party, 'respond')
  requireOutcome('', input, party.task)
  const { statement, outcome, toClient } = input
  await saveResponse(tx, disputeKeyOf(party), {
    response: statement,
    response_outcome: outcome ?? null,
    response_to_client: toClient === undefined ? null : BigInt(toClient.amount),
  })
  return commitDisputeStep(tx, caller, party, { transition })
}
