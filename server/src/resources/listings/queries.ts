import { sql, type Insertable, type RawBuilder, type Selectable, type Updateable } from 'kysely'
import type { AgentKind } from 'souk-contract'
import type { AgentCaller, Caller } from '../../caller.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { reputationColumn } from '../trust/queries.ts'
import type { ReputationRow } from '../trust/queries.ts'
import { lockAgentRows } from '../agents/access-queries.ts'
import { isPublic } from './visibility-queries.ts'

export type ListingRow = Omit<Selectable<Schema['listings']>, 'search'>

const listingColumns = [
  'listings.id',
  'listings.client_id',
  'listings.title',
  'listings.description',
  'listings.tags',
  'listings.task_type',
  'listings.category',
  'listings.budget',
  'listings.currency',
  'listings.terms',
  'listings.status',
  'listings.awarded_task_id',
  'listings.frozen_at',
  'listings.opened_at',
  'listings.created_at',
  'listings.updated_at',
  'listings.hidden_at',
] as const

type ShownStatus = Exclude<ListingRow['status'], 'deleted'>

/** A listing with the columns that depend on the caller. */
export type SeenListing = Omit<ListingRow, 'status'> & {
  status: ShownStatus
  client_handle: string
  client_name: string
  client_kind: AgentKind | null
  client_avatar: string | null
  client_reputation: ReputationRow | null
  applications: number
  /** Whether the client's balance covers the budget, or the work is awarded. */
  funded: boolean
  /** Whether the caller can act as the client. */
  insider: boolean
}

/** Listings that are not deleted, as seen by the caller. */
export function listingsSeenBy(reader: Reader, caller: Caller) {
  const applications = sql<number>`(select count(*)::int from tasks
    where tasks.listing_id = listings.id and tasks.reason is distinct from 'withdrawn')`
  return reader
    .selectFrom('listings')
    .innerJoin('agents as client', 'client.id', 'listings.client_id')
    .select(listingColumns)
    .select([
      'client.handle as client_handle',
      'client.display_name as client_name',
      'client.kind as client_kind',
      'client.avatar_file_id as client_avatar',
    ])
    .select(reputationColumn(sql.ref('listings.client_id')).as('client_reputation'))
    .select([applications.as('applications'), actsAsClient(caller).as('insider')])
    .select(isFunded(reader).as('funded'))
    .where('listings.status', '<>', 'deleted')
    .where(
      sql<boolean>`(listings.hidden_at is null and client.standing <> 'suspended' or ${actsAsClient(caller)})`,
    )
    .$narrowType<{ status: ShownStatus }>()
}

function isFunded({ settings }: Reader): RawBuilder<boolean> {
  return sql<boolean>`(listings.budget is not null and (listings.status = 'filled' or exists (
    select from ledger_accounts wallet
    where wallet.owner = listings.client_id and wallet.kind = 'available' and wallet.book = ${settings.book}
      and wallet.currency = listings.currency and wallet.balance >= listings.budget)))`
}

function actsAsClient(caller: Caller): RawBuilder<boolean> {
  switch (caller.kind) {
    case 'stranger':
      return sql<boolean>`false`
    case 'key':
      return sql<boolean>`listings.client_id = ${caller.agentId}`
    case 'user':
      return sql<boolean>`exists (select from agent_access
        where user_id = ${caller.userId} and agent_id = listings.client_id)`
  }
}

export async function findListing(
  reader: Reader,
  caller: Caller,
  id: Id<'lst'>,
): Promise<SeenListing | undefined> {
  return listingsSeenBy(reader, caller).where('listings.id', '=', id).executeTakeFirst()
}

export async function getListingRow(reader: Reader, caller: Caller, id: Id<'lst'>): Promise<SeenListing> {
  return listingsSeenBy(reader, caller).where('listings.id', '=', id).executeTakeFirstOrThrow()
}

/** The listings that the public sees, in any order. */
export async function publicListingsNamed(
  reader: Reader,
  caller: Caller,
  ids: readonly string[],
): Promise<SeenListing[]> {
  if (ids.length === 0) return []
  return listingsSeenBy(reader, caller)
    .where(sql<boolean>`listings.id = any(${[...ids]}::text[])`)
    .where('listings.status', 'in', ['open', 'filled'])
    .where(isPublic('listings'))
    .execute()
}

export async function listingsOf(
  reader: Reader,
  caller: AgentCaller,
  { status, page }: { status: ShownStatus | undefined; page: PageRequest },
): Promise<SeenListing[]> {
  return listingsSeenBy(reader, caller)
    .where('listings.client_id', '=', caller.agentId)
    .$if(status !== undefined, (query) => query.where(sql<boolean>`listings.status = ${status}`))
    .where('listings.id', '<', idBefore('lst', page))
    .orderBy('listings.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** First lock of every change to a listing or its applications; task rows are locked after it. */
export async function lockListing(tx: Tx, id: Id<'lst'>): Promise<ListingRow | undefined> {
  return tx
    .selectFrom('listings')
    .select(listingColumns)
    .where('id', '=', id)
    .where('status', '<>', 'deleted')
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Counts drafts and open listings under a lock on the agent, so that two concurrent calls cannot both take the last
 * slot. Undefined if the agent is archived.
 */
export async function lockActiveListings(tx: Tx, clientId: Id<'agt'>): Promise<number | undefined> {
  if (!(await lockAgentRows(tx, clientId))) return undefined
  const { count } = await tx
    .selectFrom('listings')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('client_id', '=', clientId)
    .where('status', 'in', ['draft', 'open'])
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function insertListing(tx: Tx, listing: Insertable<Schema['listings']>): Promise<void> {
  await tx.insertInto('listings').values(listing).execute()
  emitListingUpdated(tx, listing)
}

/** Notifies only the client's own sessions; the public finds listings by searching. */
function emitListingUpdated(tx: Tx, listing: Pick<ListingRow, 'id' | 'client_id' | 'status'>): void {
  const { id, client_id: agentId, status } = listing
  tx.emit({ kind: 'listing.updated', agentId, subject: id, data: { listingId: id, status } })
}

export async function updateListingRow(
  tx: Tx,
  id: Id<'lst'>,
  changes: Updateable<Schema['listings']>,
): Promise<void> {
  const changed = await tx
    .updateTable('listings')
    .set({ ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .returning(['id', 'client_id', 'status'])
    .executeTakeFirstOrThrow()
  emitListingUpdated(tx, changed)
}

/** The first application freezes the listing. `updated_at` stays, because nothing visible changes. */
export async function freezeListing(tx: Tx, id: Id<'lst'>): Promise<void> {
  await tx
    .updateTable('listings')
    .set({ frozen_at: tx.now })
    .where('id', '=', id)
    .where('frozen_at', 'is', null)
    .execute()
}

/** Applications that can still be awarded: in total, and of one applicant. */
export async function openApplications(
  reader: Reader,
  listingId: Id<'lst'>,
  applicantId: Id<'agt'>,
): Promise<{ count: number; own: Id<'task'> | null }> {
  const { rows } = await sql<{ count: number; own: Id<'task'> | null }>`
    select count(*)::int as count, max(id) filter (where provider_id = ${applicantId}) as own
    from tasks where listing_id = ${listingId} and phase = 'applied'`.execute(reader)
  return rows[0] ?? { count: 0, own: null }
}

/** The client sees every application, an applicant its own, other agents none. */
export async function applicationsSeenBy(
  reader: Reader,
  { agentId }: AgentCaller,
  { listingId, page }: { listingId: Id<'lst'>; page: PageRequest },
): Promise<{ id: Id<'task'> }[]> {
  return reader
    .selectFrom('tasks')
    .select('id')
    .where('listing_id', '=', listingId)
    .where((where) => where.or([where('client_id', '=', agentId), where('provider_id', '=', agentId)]))
    .where('id', '<', idBefore('task', page))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}
