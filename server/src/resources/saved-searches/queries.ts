import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'

export type SavedSearchRow = Omit<Selectable<Schema['saved_searches']>, 'query'>

const columns = [
  'id',
  'agent_id',
  'user_id',
  'name',
  'market',
  'criteria',
  'words',
  'alerts',
  'mail',
  'since',
  'alert_at',
  'alerted_at',
  'created_at',
  'updated_at',
] as const

export async function savedSearchesOf(
  reader: Reader,
  agentId: Id<'agt'>,
  page: PageRequest,
): Promise<SavedSearchRow[]> {
  return reader
    .selectFrom('saved_searches')
    .select(columns)
    .where('agent_id', '=', agentId)
    .where('id', '<', idBefore('sch', page))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

const searchOf = (reader: Reader, agentId: Id<'agt'>, id: Id<'sch'>) =>
  reader.selectFrom('saved_searches').select(columns).where('id', '=', id).where('agent_id', '=', agentId)

export async function findSavedSearch(
  reader: Reader,
  agentId: Id<'agt'>,
  id: Id<'sch'>,
): Promise<SavedSearchRow | undefined> {
  return searchOf(reader, agentId, id).executeTakeFirst()
}

export async function lockSavedSearch(
  tx: Tx,
  agentId: Id<'agt'>,
  id: Id<'sch'>,
): Promise<SavedSearchRow | undefined> {
  return searchOf(tx, agentId, id).forNoKeyUpdate().executeTakeFirst()
}

/** Counts the searches of all agents of an owner under a lock, so that two concurrent calls cannot both take the last slot. */
export async function lockSearchCount(tx: Tx, agentId: Id<'agt'>): Promise<number> {
  await sql`select from users where id = (select owner_id from agents where id = ${agentId})
    for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from saved_searches s join agents a on a.id = s.agent_id
    where a.owner_id = (select owner_id from agents where id = ${agentId})`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertSavedSearch(
  tx: Tx,
  row: Insertable<Schema['saved_searches']>,
): Promise<SavedSearchRow> {
  return tx.insertInto('saved_searches').values(row).returning(columns).executeTakeFirstOrThrow()
}

export async function updateSavedSearchRow(
  tx: Tx,
  id: Id<'sch'>,
  changes: Updateable<Schema['saved_searches']>,
): Promise<SavedSearchRow> {
  return tx
    .updateTable('saved_searches')
    .set(changes)
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Matches that were not announced yet are no longer announced. */
export async function discardMatches(tx: Tx, id: Id<'sch'>): Promise<void> {
  await sql`update saved_search_matches set announced = true where search_id = ${id} and not announced`.execute(
    tx,
  )
}

export async function deleteSavedSearchRow(tx: Tx, id: Id<'sch'>): Promise<void> {
  await tx.deleteFrom('saved_searches').where('id', '=', id).execute()
}
