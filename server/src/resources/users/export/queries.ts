import { sql, type Selectable } from 'kysely'
import type { StoreName } from '../../../db/tables/file-tables.ts'
import { leaseDue } from '../../../db/lease.ts'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Tx } from '../../../db/transact.ts'
import { after, minute } from '../../../lib/clock.ts'
import type { Id } from '../../../lib/ids.ts'

export type ExportRow = Selectable<Schema['data_exports']>
type PartColumns = Selectable<Schema['data_export_parts']>

/** A part takes seconds; each one extends the lease. */
const leaseMs = 10 * minute

export async function findExport(reader: Reader, userId: Id<'usr'>): Promise<ExportRow | undefined> {
  return reader.selectFrom('data_exports').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Starts a new archive in place of the former one, whose bytes a worker deletes. */
export async function replaceExport(
  tx: Tx,
  userId: Id<'usr'>,
  orderedBy: Id<'usr'> | null,
): Promise<ExportRow> {
  await deleteExport(tx, userId)
  return tx
    .insertInto('data_exports')
    .values({
      user_id: userId,
      state: 'building',
      ordered_by: orderedBy,
      due_at: tx.now,
      requested_at: tx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Returns false if there is none. */
export async function deleteExport(tx: Tx, userId: Id<'usr'>): Promise<boolean> {
  await discardParts(tx, userId)
  const deleted = await tx
    .deleteFrom('data_exports')
    .where('user_id', '=', userId)
    .returning('user_id')
    .executeTakeFirst()
  return deleted !== undefined
}

/** Deletes the parts; a worker deletes their bytes. */
export async function discardParts(tx: Tx, userId: Id<'usr'>): Promise<void> {
  await sql`
    with deleted as (delete from data_export_parts where user_id = ${userId} returning blob_id)
    update blobs set state = 'deleting', due_at = ${tx.now}
    where id in (select blob_id from deleted)`.execute(tx)
}

/** Exports that the lease takes once they are due. */
export const waitingExports = sql<boolean>`state = 'building'`

export async function leaseExport(tx: Tx): Promise<ExportRow | undefined> {
  const { rows } = await leaseDue(tx, 'data_exports', {
    batchSize: 1,
    until: after(tx.now, leaseMs),
    where: waitingExports,
    set: sql`attempt = attempt + 1`,
  }).execute(tx)
  return rows[0]
}

/** Extends the lease. Returns false if the export was deleted, replaced or taken by another node. */
export async function holdLease(
  tx: Tx,
  { user_id: userId, attempt, requested_at: since }: ExportRow,
): Promise<boolean> {
  const held = await tx
    .updateTable('data_exports')
    .set({ due_at: after(tx.now, leaseMs) })
    .where('user_id', '=', userId)
    .where('state', '=', 'building')
    .where('attempt', '=', attempt)
    .where('requested_at', '=', since)
    .returning('user_id')
    .executeTakeFirst()
  return held !== undefined
}

export async function insertExportPart(tx: Tx, part: PartColumns): Promise<void> {
  await tx.insertInto('data_export_parts').values(part).execute()
}

export async function finishExport(
  tx: Tx,
  userId: Id<'usr'>,
  changes: Pick<ExportRow, 'state' | 'expires_at'> & Partial<Pick<ExportRow, 'size' | 'sha256' | 'ready_at'>>,
): Promise<void> {
  await tx
    .updateTable('data_exports')
    .set({ ...changes, due_at: null })
    .where('user_id', '=', userId)
    .execute()
}

export async function exportPartsOf(
  reader: Reader,
  userId: Id<'usr'>,
): Promise<(PartColumns & { readonly store: StoreName })[]> {
  return reader
    .selectFrom('data_export_parts as part')
    .innerJoin('blobs as blob', 'blob.id', 'part.blob_id')
    .selectAll('part')
    .select('blob.store')
    .where('part.user_id', '=', userId)
    .orderBy('part.number')
    .execute()
}

/** Locks archives whose time is over. */
export async function lockExpiredExports(tx: Tx, limit: number): Promise<Id<'usr'>[]> {
  const { rows } = await sql<{ user_id: Id<'usr'> }>`
    select user_id from data_exports where expires_at <= ${tx.now} order by expires_at limit ${limit}
    for update skip locked`.execute(tx)
  return rows.map((row) => row.user_id)
}
