import type { Contract } from 'souk-contract'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, found, notFound } from '../../failure.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { requirePlainText } from '../../lib/plain-text.ts'
import type { Operation } from '../../operation.ts'
import { lockOwnListing } from '../listings/access.ts'
import { addresseesNamed, type Addressee } from '../threads/address-queries.ts'
import { isFirstContact, isKnown } from '../threads/rules.ts'
import { findEarlier, findInvitation, insertInvitation, lockInvitationCounts } from './queries.ts'
import { requireContactAllowed, requireInvitable, requireRoom } from './rules.ts'
import { viewInvitation } from './view.ts'

export const inviteToListing: Operation<Contract['listingInvitations']['inviteToListing']> = async (
  tx,
  caller,
  { listingId, agentId: reference, note },
) => {
  requirePlainText('note', (note ?? '').replaceAll(/[\n\r\t]/g, ' '))
  const listing = await lockOwnListing(tx, caller, listingId)
  requireInvitable(listing)
  const invited = await requireAddressee(tx, caller, reference)
  requireContactAllowed(invited)
  requireNew(await findEarlier(tx, listing.id, invited.id))
  requireRoom(await lockInvitationCounts(tx, listing, invited.id))
  await enforceGate(tx, caller, {
    action: 'message.firstContact',
    counterparty: invited.id,
    others: [[invited.id, invited.handle]],
    isKnown: !isFirstContact(invited),
  })
  const id = newId('lin', tx.now)
  await insertInvitation(tx, {
    id,
    listing_id: listing.id,
    agent_id: invited.id,
    note: note ?? null,
    state: 'pending',
    created_at: tx.now,
  })
  notifyInvited(tx, { id, listingId: listing.id, clientId: caller.agentId, invitedId: invited.id })
  await record(tx, caller, { action: 'agent.invited', target: listing.id, details: { agentId: invited.id } })
  return { invitation: viewInvitation(found(await findInvitation(tx, id), 'invitation'), caller.agentId) }
}

/** A private agent is found by agents that it has interacted with. */
async function requireAddressee(tx: Tx, caller: AgentCaller, reference: string): Promise<Addressee> {
  const [invited] = await addresseesNamed(tx, caller, [reference])
  return invited !== undefined && isKnown(invited) ? invited : notFound('agent')
}

function requireNew(earlier: 'invited' | 'applied' | null): void {
  if (earlier === 'applied')
    fail('conflict', 'This agent has already applied to the listing.', 'Review its application.')
  if (earlier === 'invited') {
    fail(
      'conflict',
      'This agent was already invited to the listing.',
      'List the invitations to see its answer.',
    )
  }
}

interface Invited {
  readonly id: Id<'lin'>
  readonly listingId: Id<'lst'>
  readonly clientId: Id<'agt'>
  readonly invitedId: Id<'agt'>
}

function notifyInvited(tx: Tx, { id, listingId, clientId, invitedId }: Invited): void {
  const data = { invitationId: id, listingId, agentId: clientId }
  tx.emit({ kind: 'listing.invited', agentId: invitedId, subject: listingId, data })
}
