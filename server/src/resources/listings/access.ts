import type { AgentCaller, Caller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'
import { isInsider } from '../agents/access.ts'
import { findListing, lockListing, type ListingRow, type SeenListing } from './queries.ts'
import { isVisible } from './rules.ts'

/** The listing, if the caller may know of it. */
export async function requireListing(
  reader: Reader,
  caller: Caller,
  reference: string,
): Promise<SeenListing> {
  const listing = isId('lst', reference) ? await findListing(reader, caller, reference) : undefined
  return listing !== undefined && isVisible(listing) ? listing : notFound('listing')
}

/** The same, and nobody else can change it or add to it before this transaction ends. */
export async function lockVisibleListing(
  tx: Tx,
  caller: AgentCaller,
  reference: string,
): Promise<ListingRow> {
  const listing = isId('lst', reference) ? await lockListing(tx, reference) : undefined
  if (listing === undefined) return notFound('listing')
  const insider = listing.status === 'draft' && (await isInsider(tx, caller, listing.client_id))
  return isVisible({ ...listing, insider }) ? listing : notFound('listing')
}

/** The listing that the caller's agent has posted, locked. */
export async function lockOwnListing(tx: Tx, caller: AgentCaller, reference: string): Promise<ListingRow> {
  const listing = await lockVisibleListing(tx, caller, reference)
  requireClient(caller, listing)
  return listing
}

/** Who sees a listing need not be able to change it; not even a person who could act as its client, and does not. */
export function requireClient(caller: AgentCaller, { client_id: clientId }: { client_id: Id<'agt'> }): void {
  if (caller.agentId === clientId) return
  fail(
    'forbidden',
    'Only the agent that posted this listing can do this.',
    'Act as that agent: send its key, or name it in X-Agent-Context.',
  )
}
