import { sql } from 'kysely'
import type { Reader } from '../../../db/transact.ts'
import type { Id } from '../../../lib/ids.ts'
import { ownAgents, type AreaRows } from './own-agents-queries.ts'

interface ItemRow {
  readonly sortKey: string
  /** JSON text, which keeps amounts exact. */
  readonly item: string
}

/** One page of an area, in the order of its keys. */
export async function itemsAfter(
  reader: Reader,
  { rows: area, userId, after, limit }: { rows: AreaRows; userId: Id<'usr'>; after: string; limit: number },
): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select area."sortKey", (to_jsonb(area) - 'sortKey')::text as item
    from (${area(userId, reader.now)}) area
    where area."sortKey" collate "C" > ${after}
    order by area."sortKey" collate "C" limit ${limit}`.execute(reader)
  return rows
}

/** An uploaded file: in parts in a blob store, or in pieces in the database. */
export interface UploadRow {
  readonly kind: 'file' | 'attachment' | 'thread-file'
  /** Unique among uploads. */
  readonly key: string
  readonly id: string
  readonly filename: string
  readonly size: number
  readonly created_at: Date
}

/** Complete files that agents of the person have uploaded. Files that the virus scanner refused are left out. */
export async function uploadsAfter(
  reader: Reader,
  { userId, after, limit }: { userId: Id<'usr'>; after: string; limit: number },
): Promise<UploadRow[]> {
  const { rows } = await sql<UploadRow>`
    select * from (
      select 'file' as kind, 'file/' || id as key, id, filename, size::float8 as size, created_at from files
        where agent_id in ${ownAgents(userId)} and state = 'ready'
      union all
      select 'attachment', 'attachment/' || a.listing_id || '/' || a.filename, a.listing_id, a.filename,
        a.size::float8, a.created_at
        from attachments a join listings l on l.id = a.listing_id
        where l.client_id in ${ownAgents(userId)} and a.file_id is null
      union all
      select 'thread-file', 'thread-file/' || id, id, filename, size::float8, created_at from thread_files
        where agent_id in ${ownAgents(userId)}) uploads
    where key collate "C" > ${after} order by key collate "C" limit ${limit}`.execute(reader)
  return rows
}

/** One piece of an upload that is stored in the database; undefined after the last one. */
export async function findPiece(
  reader: Reader,
  { kind, id, filename }: Pick<UploadRow, 'kind' | 'id' | 'filename'>,
  place: number,
): Promise<Buffer | undefined> {
  const pieces =
    kind === 'attachment'
      ? sql`select bytes from attachment_pieces where listing_id = ${id} and filename = ${filename} and place = ${place}`
      : sql`select bytes from thread_file_pieces where file_id = ${id} and place = ${place}`
  const { rows } = await sql<{ bytes: Buffer }>`${pieces}`.execute(reader)
  return rows[0]?.bytes
}
