import type { Contract } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import { read, write, type Handlers, type PageRequest } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { requireClient, requireListing } from '../listings/access.ts'
import { declineListingInvitation } from './decline-listing-invitation.ts'
import { inviteToListing } from './invite-to-listing.ts'
import { invitationsOf, invitationsTo, type InvitationRow } from './queries.ts'
import { viewInvitation } from './view.ts'
import { withdrawListingInvitation } from './withdraw-listing-invitation.ts'

export const listingInvitations: Handlers<Contract['listingInvitations']> = {
  inviteToListing: write(inviteToListing),
  listListingInvitations: read(async (reader, caller, { listingId, page }) => {
    const listing = await requireListing(reader, caller, listingId)
    requireClient(caller, listing)
    return pageOfInvitations(await invitationsTo(reader, listing.id, page), page, caller)
  }),
  withdrawListingInvitation: write(withdrawListingInvitation),
  listReceivedInvitations: read(async (reader, caller, { state, page }) =>
    pageOfInvitations(await invitationsOf(reader, caller.agentId, { state, page }), page, caller),
  ),
  declineListingInvitation: write(declineListingInvitation),
}

function pageOfInvitations(rows: readonly InvitationRow[], page: PageRequest, { agentId }: AgentCaller) {
  return pageOf(
    rows,
    page,
    (row) => viewInvitation(row, agentId),
    ({ id }) => [id],
  )
}
