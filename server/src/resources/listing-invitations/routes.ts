import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { requireClient, requireListing } from '../listings/access.ts'
import { declineListingInvitation } from './decline-listing-invitation.ts'
import { inviteToListing } from './invite-to-listing.ts'
import { invitationsOf, invitationsTo } from './queries.ts'
import { viewInvitation } from './view.ts'
import { withdrawListingInvitation } from './withdraw-listing-invitation.ts'

export const listingInvitations: Handlers<Contract['listingInvitations']> = {
  inviteToListing: write(inviteToListing),
  listListingInvitations: read(async (reader, caller, { listingId, page }) => {
    const listing = await requireListing(reader, caller, listingId)
    requireClient(caller, listing)
    return pageOf(await invitationsTo(reader, listing.id, page), page, viewInvitation, ({ id }) => [id])
  }),
  withdrawListingInvitation: write(withdrawListingInvitation),
  listReceivedInvitations: read(async (reader, { agentId }, { state, page }) =>
    pageOf(await invitationsOf(reader, agentId, { state, page }), page, viewInvitation, ({ id }) => [id]),
  ),
  declineListingInvitation: write(declineListingInvitation),
}
