import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { AgentReference, ConnectionState } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { referenceTo } from '../agents/reference-queries.ts'

export type ConnectionRow = Selectable<Schema['connections']>
type Direction = 'incoming' | 'outgoing'

/** A connection from the point of view of one of its agents. */
export interface ConnectionView extends Pick<
  ConnectionRow,
  'id' | 'state' | 'note' | 'created_at' | 'decided_at'
> {
  readonly direction: Direction
  readonly agent: AgentReference
  readonly mutual: number
}

interface ConnectionFilter {
  readonly state: ConnectionState | undefined
  readonly direction: Direction | undefined
  /** Id or handle of the other agent. */
  readonly other: string | undefined
}

export async function connectionsOf(
  reader: Reader,
  agentId: Id<'agt'>,
  { filter, page }: { filter: ConnectionFilter; page: PageRequest },
): Promise<ConnectionView[]> {
  const directions = filter.direction === undefined ? (['outgoing', 'incoming'] as const) : [filter.direction]
  const sides = directions.map((direction) => sideOf(agentId, direction, { filter, page }))
  const newest = sql`select * from (${sql.join(sides, sql` union all `)}) sides order by id desc limit ${page.limit + 1}`
  return seenBy(reader, agentId, newest)
}

/**
 * Newest connections of one direction. Reads a range of that direction's index, so an agent with many requests causes
 * no sort.
 */
function sideOf(
  agentId: Id<'agt'>,
  direction: Direction,
  { filter: { state, other }, page }: { filter: ConnectionFilter; page: PageRequest },
): RawBuilder<unknown> {
  const [ownId, otherId] =
    direction === 'outgoing'
      ? [sql`c.requester_id`, sql`c.addressee_id`]
      : [sql`c.addressee_id`, sql`c.requester_id`]
  const conditions = [
    sql`${ownId} = ${agentId}`,
    sql`c.id < ${idBefore('con', page)}`,
    sql`a.archived_at is null`,
  ]
  if (state !== undefined) conditions.push(sql`c.state = ${state}`)
  if (other !== undefined) conditions.push(sql`${isId('agt', other) ? sql`a.id` : sql`a.handle`} = ${other}`)
  return sql`(select c.* from connections c join agents a on a.id = ${otherId}
    where ${sql.join(conditions, sql` and `)} order by c.id desc limit ${page.limit + 1})`
}

export async function findConnectionView(
  reader: Reader,
  agentId: Id<'agt'>,
  id: Id<'con'>,
): Promise<ConnectionView | undefined> {
  const [row] = await seenBy(reader, agentId, sql`select c.* from connections c where c.id = ${id}`)
  return row
}

const mutualMax = 1000

/** Adds the view of the agent. Mutual connections are counted against one list of the agent's own. */
async function seenBy(
  reader: Reader,
  agentId: Id<'agt'>,
  source: RawBuilder<unknown>,
): Promise<ConnectionView[]> {
  const { rows } = await sql<ConnectionView>`
    with known as materialized (select other_id from connected where agent_id = ${agentId}), ties as (${source})
    select t.id, t.state, t.note, t.created_at, t.decided_at, ${referenceTo(reader, 'other')} as agent,
      case when t.requester_id = ${agentId} then 'outgoing' else 'incoming' end as direction,
      (select count(*)::int from (
        select from connected c where c.agent_id = other.id and c.other_id in (select other_id from known)
        limit ${mutualMax}) shared) as mutual
    from ties t
    join agents other on other.id = case when t.requester_id = ${agentId} then t.addressee_id else t.requester_id end
    order by t.id desc`.execute(reader)
  return rows
}

/** First lock of every change between two agents. An advisory lock, because there may be no row yet. */
export async function lockPair(tx: Tx, one: Id<'agt'>, other: Id<'agt'>): Promise<void> {
  const pair = [one, other].toSorted().join(' ')
  await sql`select pg_advisory_xact_lock(hashtextextended(${pair}, 0))`.execute(tx)
}

/** The connection or request between two agents, in either direction. */
export async function findBetween(
  reader: Reader,
  one: Id<'agt'>,
  other: Id<'agt'>,
): Promise<ConnectionRow | undefined> {
  const { rows } = await sql<ConnectionRow>`
    select * from connections where ${isBetween(one, other)}`.execute(reader)
  return rows[0]
}

/** Matches the unique index. */
function isBetween(one: Id<'agt'>, other: Id<'agt'>): RawBuilder<boolean> {
  return sql<boolean>`least(requester_id, addressee_id) = least(${one}::text, ${other}::text)
    and greatest(requester_id, addressee_id) = greatest(${one}::text, ${other}::text)`
}

export async function lockConnection(tx: Tx, id: Id<'con'>): Promise<ConnectionRow | undefined> {
  return tx.selectFrom('connections').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
}

export async function insertConnection(tx: Tx, row: Insertable<Schema['connections']>): Promise<void> {
  await tx.insertInto('connections').values(row).execute()
}

export async function decide(tx: Tx, id: Id<'con'>, state: 'accepted' | 'declined'): Promise<void> {
  await tx.updateTable('connections').set({ state, decided_at: tx.now }).where('id', '=', id).execute()
}

export async function deleteConnection(tx: Tx, id: Id<'con'>): Promise<void> {
  await tx.deleteFrom('connections').where('id', '=', id).execute()
}

/** Deletes a connection or request. Declined requests are kept. */
export async function deleteConnectionBetween(tx: Tx, one: Id<'agt'>, other: Id<'agt'>): Promise<void> {
  await sql`delete from connections where ${isBetween(one, other)} and state <> 'declined'`.execute(tx)
}
