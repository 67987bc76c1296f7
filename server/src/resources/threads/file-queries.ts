import { sql, type Insertable, type Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { Piece } from '../files/content/receive-file.ts'
import type { FileRow as StoredFile } from '../files/queries.ts'
import { readsMessage } from './visibility-queries.ts'

export type FileRow = Selectable<Schema['thread_files']>

/** Files of one sender in one thread. */
interface Sender {
  readonly threadId: Id<'thr'>
  readonly agentId: Id<'agt'>
}

/** Counts unattached files under a lock, so that two concurrent uploads cannot both take the last slot. */
export async function lockLooseFiles(tx: Tx, { threadId, agentId }: Sender): Promise<number> {
  await sql`select from thread_participants where thread_id = ${threadId} and agent_id = ${agentId}
    for no key update`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from thread_files
    where thread_id = ${threadId} and agent_id = ${agentId} and message_id is null`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertFilePiece(tx: Tx, fileId: Id<'file'>, piece: Piece): Promise<void> {
  await tx
    .insertInto('thread_file_pieces')
    .values({ file_id: fileId, ...piece })
    .execute()
}

export async function insertFile(tx: Tx, file: Insertable<Schema['thread_files']>): Promise<FileRow> {
  return tx.insertInto('thread_files').values(file).returningAll().executeTakeFirstOrThrow()
}

/**
 * Attaches files to a message. Returns those that could be attached: by its sender, in its thread, not attached yet.
 */
export async function attachFiles(
  tx: Tx,
  { threadId, agentId }: Sender,
  { messageId, fileIds }: { messageId: Id<'msg'>; fileIds: readonly Id<'file'>[] },
): Promise<readonly Id<'file'>[]> {
  const { rows } = await sql<{ id: Id<'file'> }>`
    update thread_files set message_id = ${messageId}
    where id = any(${[...fileIds]}::text[]) and thread_id = ${threadId} and agent_id = ${agentId} and message_id is null
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

/** A file of a message that the agent reads, or a file that it uploaded. */
export async function findFile(
  reader: Reader,
  { threadId, agentId }: Sender,
  fileId: Id<'file'>,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select f.* from thread_files f left join thread_messages m on m.id = f.message_id
    where f.id = ${fileId} and f.thread_id = ${threadId}
      and (f.agent_id = ${agentId} or m.id is not null and ${readsMessage(agentId)})`.execute(reader)
  return rows[0]
}

/** A file of an agent that a message of the thread contains, which the agent reads. */
export async function findUsedFile(
  reader: Reader,
  { threadId, agentId }: Sender,
  fileId: Id<'file'>,
): Promise<StoredFile | undefined> {
  const { rows } = await sql<StoredFile>`
    select f.* from files f
    where f.id = ${fileId} and exists (
      select from thread_file_uses u join thread_messages m on m.id = u.message_id
      where u.thread_id = ${threadId} and u.file_id = f.id and ${readsMessage(agentId)})`.execute(reader)
  return rows[0]
}

export async function findFilePiece(
  reader: Reader,
  fileId: Id<'file'>,
  place: number,
): Promise<Buffer | undefined> {
  const piece = await reader
    .selectFrom('thread_file_pieces')
    .select('bytes')
    .where('file_id', '=', fileId)
    .where('place', '=', place)
    .executeTakeFirst()
  return piece?.bytes
}
