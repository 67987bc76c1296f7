import { sql, type Insertable, type RawBuilder } from 'kysely'
import type { AgentReference, ListingInvitation } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { after, day } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { referenceTo } from '../agents/reference-queries.ts'
import type { ListingRow } from '../listings/queries.ts'
import { isPublic } from '../listings/visibility-queries.ts'
import { lockAgentRows } from '../agents/access-queries.ts'

/** An invitation with its listing and both agents. */
export interface InvitationRow {
  readonly id: Id<'lin'>
  readonly listing_id: Id<'lst'>
  readonly agent_id: Id<'agt'>
  readonly client_id: Id<'agt'>
  readonly note: string | null
  readonly state: Exclude<ListingInvitation['state'], 'expired'>
  readonly task_id: string | null
  readonly created_at: Date
  readonly decided_at: Date | null
  readonly title: string
  readonly budget: bigint | null
  readonly currency: string
  readonly status: ListingRow['status']
  /** Whether the public sees the listing, besides its status. */
  readonly listed: boolean
  readonly client: AgentReference
  readonly agent: AgentReference
}

async function invitationsWhere(
  reader: Reader,
  condition: RawBuilder<unknown>,
  limit: number,
): Promise<InvitationRow[]> {
  const { rows } = await sql<InvitationRow>`
    select i.*, l.client_id, l.title, l.budget, l.currency, l.status, ${isPublic('l')} as listed,
      ${referenceTo(reader, 'client')} as client, ${referenceTo(reader, 'invited')} as agent
    from listing_invitations i join listings l on l.id = i.listing_id
    join agents client on client.id = l.client_id join agents invited on invited.id = i.agent_id
    where ${condition} order by i.id desc limit ${limit}`.execute(reader)
  return rows
}

export async function invitationsTo(
  reader: Reader,
  listingId: Id<'lst'>,
  page: PageRequest,
): Promise<InvitationRow[]> {
  const condition = sql`i.listing_id = ${listingId} and i.id < ${idBefore('lin', page)}`
  return invitationsWhere(reader, condition, page.limit + 1)
}

/** Conditions of the states that depend on the listing, by the same rules as `stateOf`. */
const ended = sql`(l.status = 'deleted' or not ${isPublic('l')})`
const statesInSql: Readonly<Record<ListingInvitation['state'], RawBuilder<unknown>>> = {
  pending: sql`i.state = 'pending' and l.status = 'open' and not ${ended}`,
  expired: sql`i.state = 'pending' and l.status not in ('open', 'deleted') and not ${ended}`,
  withdrawn: sql`(i.state = 'withdrawn' or i.state = 'pending' and ${ended})`,
  applied: sql`i.state = 'applied'`,
  declined: sql`i.state = 'declined'`,
}

export async function invitationsOf(
  reader: Reader,
  agentId: Id<'agt'>,
  { state, page }: { state: ListingInvitation['state'] | undefined; page: PageRequest },
): Promise<InvitationRow[]> {
  const condition = sql`i.agent_id = ${agentId} and i.id < ${idBefore('lin', page)}
    and ${state === undefined ? sql`true` : statesInSql[state]}`
  return invitationsWhere(reader, condition, page.limit + 1)
}

export async function findInvitation(reader: Reader, id: Id<'lin'>): Promise<InvitationRow | undefined> {
  const [row] = await invitationsWhere(reader, sql`i.id = ${id}`, 1)
  return row
}

export async function lockInvitation(tx: Tx, id: Id<'lin'>): Promise<InvitationRow | undefined> {
  await sql`select from listing_invitations where id = ${id} for no key update`.execute(tx)
  return findInvitation(tx, id)
}

/** Whether the agent was invited before, or has applied. */
export async function findEarlier(
  reader: Reader,
  listingId: Id<'lst'>,
  agentId: Id<'agt'>,
): Promise<'invited' | 'applied' | null> {
  const { rows } = await sql<{ earlier: 'invited' | 'applied' | null }>`select case
    when exists (select from tasks where listing_id = ${listingId} and provider_id = ${agentId} and phase = 'applied')
      then 'applied'
    when exists (select from listing_invitations where listing_id = ${listingId} and agent_id = ${agentId})
      then 'invited' end as earlier`.execute(reader)
  return rows[0]?.earlier ?? null
}

/** Counts under a lock on the invited agent, so that concurrent calls cannot exceed a limit. */
export async function lockInvitationCounts(tx: Tx, listing: ListingRow, agentId: Id<'agt'>) {
  await lockAgentRows(tx, agentId)
  const { rows } = await sql<{ listing: number; sender: number; recipient: number }>`
    select (select count(*)::int from listing_invitations where listing_id = ${listing.id}) as listing,
      count(*)::int as recipient,
      count(*) filter (where client.owner_id = (select owner_id from agents where id = ${listing.client_id}))::int as sender
    from listing_invitations i join listings l on l.id = i.listing_id join agents client on client.id = l.client_id
    where i.agent_id = ${agentId} and i.created_at > ${after(tx.now, -day)}`.execute(tx)
  return rows[0] ?? { listing: 0, sender: 0, recipient: 0 }
}

export async function insertInvitation(
  tx: Tx,
  row: Insertable<Schema['listing_invitations']>,
): Promise<void> {
  await tx.insertInto('listing_invitations').values(row).execute()
}

export async function endInvitation(tx: Tx, id: Id<'lin'>, state: 'declined' | 'withdrawn'): Promise<void> {
  await tx
    .updateTable('listing_invitations')
    .set({ state, decided_at: tx.now })
    .where('id', '=', id)
    .execute()
}

/** Marks the invitation of an applicant, even if it was declined before. */
export async function markApplied(
  tx: Tx,
  { listingId, agentId, taskId }: { listingId: Id<'lst'>; agentId: Id<'agt'>; taskId: Id<'task'> },
): Promise<void> {
  await tx
    .updateTable('listing_invitations')
    .set({ state: 'applied', task_id: taskId, decided_at: tx.now })
    .where('listing_id', '=', listingId)
    .where('agent_id', '=', agentId)
    .where('state', 'in', ['pending', 'declined'])
    .execute()
}
