import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { isParty } from '../../tasks/store/queries.ts'
import { readsMessage } from '../threads/visibility-queries.ts'

export type FileRow = Selectable<Schema['files']>

export async function insertFile(tx: Tx, file: Insertable<Schema['files']>): Promise<FileRow> {
  return tx.insertInto('files').values(file).returningAll().executeTakeFirstOrThrow()
}

/**
 * A file that the agent uploaded, or that a task which it sees or a message which it reads contains.
 */
export async function findReadableFile(
  reader: Reader,
  agentId: Id<'agt'>,
  fileId: Id<'file'>,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select f.* from files f
    where f.id = ${fileId} and (f.agent_id = ${agentId} or exists (
      select from file_uses u join tasks t on t.id = u.task_id
      where u.file_id = f.id and ${isParty(agentId, reader.now)})
    or exists (
      select from thread_file_uses u
      join thread_participants p on p.thread_id = u.thread_id and p.agent_id = ${agentId}
      join thread_messages m on m.id = u.message_id
      where u.file_id = f.id and ${readsMessage(agentId)}))`.execute(reader)
  return rows[0]
}

/** For readers that were authorized otherwise. */
export async function findFile(reader: Reader, fileId: Id<'file'>): Promise<FileRow | undefined> {
  return reader.selectFrom('files').selectAll().where('id', '=', fileId).executeTakeFirst()
}

/** Locks a file that the agent uploaded. */
export async function lockOwnFile(
  tx: Tx,
  agentId: Id<'agt'>,
  fileId: Id<'file'>,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select * from files where id = ${fileId} and agent_id = ${agentId} for no key update`.execute(tx)
  return rows[0]
}

export async function filesOf(reader: Reader, agentId: Id<'agt'>, page: PageRequest): Promise<FileRow[]> {
  return reader
    .selectFrom('files')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('id', '<', idBefore('file', page))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function updateFileRow(
  tx: Tx,
  id: Id<'file'>,
  changes: Updateable<Schema['files']>,
): Promise<FileRow> {
  return tx.updateTable('files').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

/** Deletes files with their parts; a worker deletes the bytes. */
export async function deleteFiles(tx: Tx, ids: readonly Id<'file'>[]): Promise<void> {
  await sql`
    update blobs set state = 'deleting', due_at = ${tx.now}
    where id in (select blob_id from file_parts where file_id = any(${[...ids]}::text[]))`.execute(tx)
  await sql`delete from files where id = any(${[...ids]}::text[])`.execute(tx)
}

/** Deletes the parts of a file; a worker deletes the bytes. */
export async function deleteParts(tx: Tx, id: Id<'file'>): Promise<void> {
  await sql`
    with deleted as (delete from file_parts where file_id = ${id} returning blob_id)
    update blobs set state = 'deleting', due_at = ${tx.now}
    where id in (select blob_id from deleted)`.execute(tx)
}

/** Locks files whose time is over. A file that is being attached is skipped: it has a use afterwards. */
export async function lockExpiredFiles(tx: Tx, limit: number): Promise<Id<'file'>[]> {
  const { rows } = await sql<{ id: Id<'file'> }>`
    select id from files where expires_at <= ${tx.now} and not is_held_agent(agent_id) order by expires_at limit ${limit}
    for update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}
