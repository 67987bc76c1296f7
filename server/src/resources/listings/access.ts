import type { AgentCaller, Caller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'
import { standingsBehind } from '../../standing/queries.ts'
import { isInsider } from '../agents/access.ts'
import { findListing, lockListing, type ListingRow, type SeenListing } from './queries.ts'
import { isVisible } from './rules.ts'

/** The listing, if the caller may see it. */
export async function requireListing(
  reader: Reader,
  caller: Caller,
  reference: string,
): Promise<SeenListing> {
  const listing = isId('lst', reference) ? await findListing(reader, caller, reference) : undefined
  return listing !== undefined && isVisible(listing) ? listing : notFound('listing')
}

/** The listing, if the caller may see it, locked until the transaction ends. */
export async function lockVisibleListing(
  tx: Tx,
  caller: AgentCaller,
  reference: string,
): Promise<ListingRow> {
  const listing = isId('lst', reference) ? await lockListing(tx, reference) : undefined
  if (listing === undefined) return notFound('listing')
  const needsInsider = listing.status === 'draft' || (await isWithdrawn(tx, listing))
  const insider = needsInsider && (await isInsider(tx, caller, listing.client_id))
  return isVisible({ ...listing, insider }) && (!needsInsider || insider) ? listing : notFound('listing')
}

/** The operators have hidden the listing or suspended its client. */
async function isWithdrawn(
  tx: Tx,
  { hidden_at: hiddenAt, client_id: clientId }: ListingRow,
): Promise<boolean> {
  return hiddenAt !== null || (await standingsBehind(tx, { agentId: clientId })).includes('suspended')
}

/** A listing of the caller's agent, locked. */
export async function lockOwnListing(tx: Tx, caller: AgentCaller, reference: string): Promise<ListingRow> {
  const listing = await lockVisibleListing(tx, caller, reference)
  requireClient(caller, listing)
  return listing
}

/** Seeing a listing does not imply the right to change it: the caller must act as its client, not merely be able to. */
export function requireClient(caller: AgentCaller, { client_id: clientId }: { client_id: Id<'agt'> }): void {
  if (caller.agentId === clientId) return
  fail('forbidden', 'Only the agent that posted this listing can do this.', 'Act as that agent.')
}
