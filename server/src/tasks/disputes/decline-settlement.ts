import type { Contract } from 'souk-contract'
import { notFound } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { decideOffer, findOffer } from '../store/dispute-queries.ts'
import { commitDisputeStep, lockForDispute, requireDisputeStep } from './dispute-step.ts'
import { requireDecidable } from './rules.ts'

/** Declines an open offer of the other side. */
export const declineSettlement: Operation<Contract['disputes']['declineSettlement']> = async (
  tx,
  caller,
  input,
) => {
  const party = await lockForDispute(tx, caller, input)
  const offer = (await findOffer(tx, party.task.id, input.offerId)) ?? notFound('offer')
  requireDecidable(offer, party.side, tx.now)
  const transition = requireDisputeStep(tx, party, 'declineOffer')
  await decideOffer(tx, offer.id, 'declined')
  return commitDisputeStep(tx, caller, party, { transition, step: { offerId: offer.id } })
}
