import { sql } from 'kysely'
import type { StoreName } from '../../db/tables/file-tables.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PartRow } from './part-queries.ts'

/** A part of a file. */
interface PartKey {
  readonly fileId: string
  readonly number: number
}

/** Parts after a position whose bytes are in another store. */
export async function partsOutside(
  reader: Reader,
  store: StoreName,
  { fileId, number }: PartKey,
  limit: number,
): Promise<PartRow[]> {
  const { rows } = await sql<PartRow>`
    select p.*, b.store from file_parts p join blobs b on b.id = p.blob_id
    where b.store <> ${store} and (p.file_id, p.number) > (${fileId}, ${number}::int)
    order by p.file_id, p.number limit ${limit}`.execute(reader)
  return rows
}

export async function partCountOutside(
  reader: Reader,
  store: StoreName,
  { fileId, number }: PartKey,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from file_parts p join blobs b on b.id = p.blob_id
    where b.store <> ${store} and (p.file_id, p.number) > (${fileId}, ${number}::int)`.execute(reader)
  return rows[0]?.count ?? 0
}

/** Replaces the blob of a part. Returns false if the part is gone or was moved by another call. */
export async function replaceBlob(
  tx: Tx,
  { file_id: fileId, number, blob_id: before }: PartRow,
  blobId: Id<'blob'>,
): Promise<boolean> {
  const replaced = await tx
    .updateTable('file_parts')
    .set({ blob_id: blobId })
    .where('file_id', '=', fileId)
    .where('number', '=', number)
    .where('blob_id', '=', before)
    .returning('number')
    .executeTakeFirst()
  return replaced !== undefined
}
