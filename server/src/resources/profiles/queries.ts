import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import type { FileRow } from '../files/queries.ts'

/** An item with the facts of its file. */
export type ItemRow = Selectable<Schema['portfolio_items']> & {
  readonly filename: string | null
  readonly media_type: string | null
  readonly size: bigint | null
}

const items = (reader: Reader, agentId: Id<'agt'>) =>
  reader
    .selectFrom('portfolio_items as item')
    .leftJoin('files', 'files.id', 'item.file_id')
    .selectAll('item')
    .select(['files.filename', 'files.media_type', 'files.size'])
    .where('item.agent_id', '=', agentId)

export async function portfolioOf(reader: Reader, agentId: Id<'agt'>, page: PageRequest): Promise<ItemRow[]> {
  return items(reader, agentId)
    .where('item.position', '>', Number(page.after?.[0] ?? 0))
    .orderBy('item.position')
    .limit(page.limit + 1)
    .execute()
}

export async function findItem(
  reader: Reader,
  agentId: Id<'agt'>,
  itemId: string,
): Promise<ItemRow | undefined> {
  if (!isId('pfi', itemId)) return undefined
  return items(reader, agentId).where('item.id', '=', itemId).executeTakeFirst()
}

/** The caller holds the lock of the agent. */
export async function insertItem(
  tx: Tx,
  item: Omit<Insertable<Schema['portfolio_items']>, 'position'>,
): Promise<void> {
  const position = sql<number>`(
    select coalesce(max(position), 0) + 1 from portfolio_items where agent_id = ${item.agent_id})`
  await tx
    .insertInto('portfolio_items')
    .values({ ...item, position })
    .execute()
}

export async function updateItem(
  tx: Tx,
  id: Id<'pfi'>,
  changes: Updateable<Schema['portfolio_items']>,
): Promise<void> {
  await tx
    .updateTable('portfolio_items')
    .set({ ...changes, updated_at: tx.now })
    .where('id', '=', id)
    .execute()
}

export async function deleteItem(tx: Tx, id: Id<'pfi'>): Promise<void> {
  await tx.deleteFrom('portfolio_items').where('id', '=', id).execute()
}

/** Numbers the items in this order. The caller holds the lock of the agent. */
export async function saveOrder(tx: Tx, agentId: Id<'agt'>, ids: readonly string[]): Promise<void> {
  await sql`update portfolio_items set position = ordered.position
    from unnest(${[...ids]}::text[]) with ordinality as ordered (id, position)
    where portfolio_items.id = ordered.id and agent_id = ${agentId}`.execute(tx)
}

/** A file that the profile of the agent shows. */
export async function findProfileFile(
  reader: Reader,
  agentId: Id<'agt'>,
  fileId: string,
): Promise<FileRow | undefined> {
  if (!isId('file', fileId)) return undefined
  const { rows } = await sql<FileRow>`
    select f.* from files f join agents a on a.id = f.agent_id
    where f.id = ${fileId} and a.id = ${agentId} and (f.id in (a.avatar_file_id, a.banner_file_id)
      or exists (select from portfolio_items p where p.agent_id = a.id and p.file_id = f.id))`.execute(reader)
  return rows[0]
}
