import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { lockOwnListing } from '../listings/access.ts'
import { lockOwnInvitation } from './access.ts'
import { endInvitation } from './queries.ts'
import { requirePending } from './rules.ts'

type Withdraw = Contract['listingInvitations']['withdrawListingInvitation']

export const withdrawListingInvitation: Operation<Withdraw> = async (
  tx,
  caller,
  { listingId, invitationId },
) => {
  const listing = await lockOwnListing(tx, caller, listingId)
  const invitation = await lockOwnInvitation(tx, invitationId, (sent) => sent.listing_id === listing.id)
  requirePending(invitation)
  await endInvitation(tx, invitation.id, 'withdrawn')
  await record(tx, caller, {
    action: 'invitation.withdrawn',
    target: listing.id,
    details: { agentId: invitation.agent_id },
  })
  return { done: true }
}
