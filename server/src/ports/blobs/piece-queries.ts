import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'

type BlobId = Id<'blob'>

export async function insertBlobPiece(
  tx: Tx,
  blobId: BlobId,
  piece: { readonly place: number; readonly bytes: Buffer },
): Promise<void> {
  await tx
    .insertInto('blob_pieces')
    .values({ blob_id: blobId, ...piece })
    .execute()
}

export async function findBlobPiece(
  reader: Reader,
  blobId: BlobId,
  place: number,
): Promise<Buffer | undefined> {
  const piece = await reader
    .selectFrom('blob_pieces')
    .select('bytes')
    .where('blob_id', '=', blobId)
    .where('place', '=', place)
    .executeTakeFirst()
  return piece?.bytes
}

export async function deleteBlobPieces(tx: Tx, blobId: BlobId): Promise<void> {
  await tx.deleteFrom('blob_pieces').where('blob_id', '=', blobId).execute()
}
