import type { Insertable, Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { Piece } from '../files/content/receive-file.ts'

export type AttachmentRow = Selectable<Schema['attachments']>

/** Identifies one file. */
interface FilePlace {
  readonly listingId: Id<'lst'>
  readonly filename: string
}

/** Files of several listings, oldest first. */
export async function attachmentsOf(
  reader: Reader,
  listingIds: readonly Id<'lst'>[],
): Promise<AttachmentRow[]> {
  if (listingIds.length === 0) return []
  return reader
    .selectFrom('attachments')
    .selectAll()
    .where('listing_id', 'in', listingIds)
    .orderBy('created_at')
    .orderBy('filename')
    .execute()
}

export async function findAttachment(
  reader: Reader,
  { listingId, filename }: FilePlace,
): Promise<AttachmentRow | undefined> {
  return reader
    .selectFrom('attachments')
    .selectAll()
    .where('listing_id', '=', listingId)
    .where('filename', '=', filename)
    .executeTakeFirst()
}

export async function attachmentCountOf(reader: Reader, listingId: Id<'lst'>): Promise<number> {
  const { count } = await reader
    .selectFrom('attachments')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('listing_id', '=', listingId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

/** Returns false if a file of that name exists, or was completed in the meantime. */
export async function insertPiece(
  tx: Tx,
  { listingId, filename }: FilePlace,
  piece: Piece,
): Promise<boolean> {
  const stored = await tx
    .insertInto('attachment_pieces')
    .values({ listing_id: listingId, filename, ...piece })
    .onConflict((conflict) => conflict.doNothing())
    .returning('place')
    .executeTakeFirst()
  return stored !== undefined
}

/** Returns undefined if the listing has a file of that name. */
export async function insertAttachment(
  tx: Tx,
  attachment: Insertable<Schema['attachments']>,
): Promise<AttachmentRow | undefined> {
  return tx
    .insertInto('attachments')
    .values(attachment)
    .onConflict((conflict) => conflict.doNothing())
    .returningAll()
    .executeTakeFirst()
}

/** One piece of this file, by id: another file may have taken its name in the meantime. */
export async function findPiece(
  reader: Reader,
  file: AttachmentRow,
  place: number,
): Promise<Buffer | undefined> {
  const piece = await reader
    .selectFrom('attachment_pieces as piece')
    .innerJoin('attachments as file', (join) =>
      join
        .onRef('file.listing_id', '=', 'piece.listing_id')
        .onRef('file.filename', '=', 'piece.filename')
        .on('file.sha256', '=', file.sha256),
    )
    .select('piece.bytes')
    .where('piece.listing_id', '=', file.listing_id)
    .where('piece.filename', '=', file.filename)
    .where('piece.place', '=', place)
    .executeTakeFirst()
  return piece?.bytes
}

export async function deleteAttachment(
  tx: Tx,
  { listingId, filename }: FilePlace,
): Promise<AttachmentRow | undefined> {
  return tx
    .deleteFrom('attachments')
    .where('listing_id', '=', listingId)
    .where('filename', '=', filename)
    .returningAll()
    .executeTakeFirst()
}

export async function deleteAttachmentsOf(tx: Tx, listingId: Id<'lst'>): Promise<AttachmentRow[]> {
  return tx.deleteFrom('attachments').where('listing_id', '=', listingId).returningAll().execute()
}

/** Files of agents among deleted attachments. */
export function fileIdsOf(attachments: readonly AttachmentRow[]): Id<'file'>[] {
  return attachments.flatMap(({ file_id: fileId }) => (fileId === null ? [] : [fileId]))
}
