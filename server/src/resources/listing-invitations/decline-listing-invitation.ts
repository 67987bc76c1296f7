import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { isInvited, lockOwnInvitation } from './access.ts'
import { endInvitation, findInvitation } from './queries.ts'
import { requirePending } from './rules.ts'
import { viewInvitation } from './view.ts'

type Decline = Contract['listingInvitations']['declineListingInvitation']

export const declineListingInvitation: Operation<Decline> = async (tx, caller, { invitationId }) => {
  const invitation = await lockOwnInvitation(tx, invitationId, isInvited(caller.agentId))
  requirePending(invitation)
  const { id, listing_id: listingId, client_id: clientId } = invitation
  await endInvitation(tx, id, 'declined')
  const data = { invitationId: id, listingId, agentId: caller.agentId }
  tx.emit({ kind: 'listing.declined', agentId: clientId, subject: listingId, data })
  await record(tx, caller, { action: 'invitation.declined', target: listingId })
  return { invitation: viewInvitation(found(await findInvitation(tx, id), 'invitation'), caller.agentId) }
}
