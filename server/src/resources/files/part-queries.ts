import { sql, type Insertable, type Selectable } from 'kysely'
import { leaseDue } from '../../db/lease.ts'
import type { Schema } from '../../db/schema.ts'
import type { StoreName } from '../../db/tables/file-tables.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { after, hour, minute } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'

export type PartRow = Selectable<Schema['file_parts']> & { readonly store: StoreName }

/** Parts of a file with the stores of their bytes, in order. */
export async function partsOf(reader: Reader, fileId: Id<'file'>): Promise<PartRow[]> {
  return reader
    .selectFrom('file_parts as part')
    .innerJoin('blobs as blob', 'blob.id', 'part.blob_id')
    .selectAll('part')
    .select('blob.store')
    .where('part.file_id', '=', fileId)
    .orderBy('part.number')
    .execute()
}

/** Parts of several files, for a list. */
export async function partsOfAll(reader: Reader, fileIds: readonly Id<'file'>[]): Promise<PartRow[]> {
  if (fileIds.length === 0) return []
  return reader
    .selectFrom('file_parts as part')
    .innerJoin('blobs as blob', 'blob.id', 'part.blob_id')
    .selectAll('part')
    .select('blob.store')
    .where('part.file_id', 'in', fileIds)
    .orderBy('part.number')
    .execute()
}

export async function insertPart(tx: Tx, part: Insertable<Schema['file_parts']>): Promise<void> {
  await tx.insertInto('file_parts').values(part).execute()
}

/** A write takes minutes at most; afterwards a worker treats the blob as abandoned. */
const writingMs = hour

export async function insertBlob(tx: Tx, id: Id<'blob'>, store: StoreName): Promise<void> {
  await tx
    .insertInto('blobs')
    .values({ id, store, state: 'writing', due_at: after(tx.now, writingMs), created_at: tx.now })
    .execute()
}

export async function insertBlobs(tx: Tx, ids: readonly Id<'blob'>[], store: StoreName): Promise<void> {
  if (ids.length === 0) return
  const common = { store, state: 'writing', due_at: after(tx.now, writingMs), created_at: tx.now } as const
  await tx
    .insertInto('blobs')
    .values(ids.map((id) => ({ id, ...common })))
    .execute()
}

/** Returns false if a worker has already given the blob up. */
export async function markStored(tx: Tx, id: Id<'blob'>): Promise<boolean> {
  const stored = await tx
    .updateTable('blobs')
    .set({ state: 'stored', due_at: null })
    .where('id', '=', id)
    .where('state', '=', 'writing')
    .returning('id')
    .executeTakeFirst()
  return stored !== undefined
}

export async function discardBlob(tx: Tx, id: Id<'blob'>, at = tx.now): Promise<void> {
  await tx.updateTable('blobs').set({ state: 'deleting', due_at: at }).where('id', '=', id).execute()
}

/** Leases blobs whose bytes are to be deleted: discarded ones, and writes that were abandoned. */
export async function leaseDiscarded(
  tx: Tx,
  batchSize: number,
): Promise<readonly Pick<Selectable<Schema['blobs']>, 'id' | 'store'>[]> {
  const { rows } = await leaseDue(tx, 'blobs', {
    batchSize,
    until: after(tx.now, 5 * minute),
    where: sql`true`,
    set: sql`state = 'deleting'`,
  }).execute(tx)
  return rows
}

export async function deleteBlobRow(tx: Tx, id: Id<'blob'>): Promise<void> {
  await tx.deleteFrom('blobs').where('id', '=', id).where('state', '=', 'deleting').execute()
}
