import type { Contract } from 'souk-contract'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import { after } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { warnAt } from '../../lib/warn-at.ts'
import type { Operation } from '../../operation.ts'
import { requireWallet } from '../commands/access.ts'
import { offerMsOf } from '../lifecycle/dispute-state.ts'
import { offersOf, replaceOffer } from '../store/dispute-queries.ts'
import { commitDisputeStep, disputeKeyOf, lockForDispute, requireDisputeStep } from './dispute-step.ts'
import { settlementGate } from './settlement-gate.ts'
import { requireOfferSpace, requireShare } from './rules.ts'

/** Offers to divide the held funds. The other side can accept without asking again, so the gate applies here too. */
export const offerSettlement: Operation<Contract['disputes']['offerSettlement']> = async (
  tx,
  caller,
  input,
) => {
  const party = await lockForDispute(tx, caller, input)
  const transition = requireDisputeStep(tx, party, 'offer')
  requireWallet(tx, caller)
  const toClient = requireShare('toClient', input.toClient, party.task)
  const key = disputeKeyOf(party)
  requireOfferSpace(await offersOf(tx, key), party.side)
  await enforceGate(tx, caller, settlementGate(party, toClient))
  const offerId = newId('off', tx.now)
  const expiresAt = after(tx.now, offerMsOf(party.task))
  await replaceOffer(tx, {
    ...key,
    id: offerId,
    side: party.side,
    to_client: toClient,
    note: input.note ?? null,
    made_at: tx.now,
    expires_at: expiresAt,
    warn_at: warnAt(tx.now, expiresAt),
    state: 'open',
  })
  return commitDisputeStep(tx, caller, party, { transition, step: { offerId } })
}
