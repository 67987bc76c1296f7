import type { Contract } from 'souk-contract'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import { notFound } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { requireWallet } from '../commands/access.ts'
import { decideOffer, findOffer } from '../store/dispute-queries.ts'
import { commitDisputeStep, lockForDispute, requireDisputeStep } from './dispute-step.ts'
import { requireDecidable } from './rules.ts'
import { settlementGate } from './settlement-gate.ts'

/** Accepts an offer: divides the frozen funds as offered and completes the task. The id fixes the amount. */
export const acceptSettlement: Operation<Contract['disputes']['acceptSettlement']> = async (
  tx,
  caller,
  input,
) => {
  const party = await lockForDispute(tx, caller, input)
  const offer = (await findOffer(tx, party.task.id, input.offerId)) ?? notFound('offer')
  requireDecidable(offer, party.side, tx.now)
  const transition = requireDisputeStep(tx, party, 'settle')
  requireWallet(tx, caller)
  await enforceGate(tx, caller, settlementGate(party, offer.to_client))
  await decideOffer(tx, offer.id, 'accepted')
  return commitDisputeStep(tx, caller, party, {
    transition,
    step: { toClient: offer.to_client, offerId: offer.id },
  })
}
