import type { Store } from '../../db/transact.ts'
import { inPieces, pieceBytes } from '../../lib/pieces.ts'
import { BlobMissing, type BlobStore } from './blob-store.ts'
import { deleteBlobPieces, findBlobPiece, insertBlobPiece } from './piece-queries.ts'

/** Stores blobs as rows of 256 KiB, so that neither side holds a whole blob in memory. */
export function createPostgresBlobs(store: Pick<Store, 'read' | 'write'>): BlobStore {
  return {
    put: (id, bytes) =>
      store.write(async (tx) => {
        await deleteBlobPieces(tx, id)
        let place = 0
        for await (const piece of inPieces(bytes))
          await insertBlobPiece(tx, id, { place: place++, bytes: piece })
      }),
    // One query per piece, so that a slow reader holds no connection.
    read: async function* (id) {
      for (let place = 0; ; place++) {
        const bytes = await store.read((reader) => findBlobPiece(reader, id, place))
        if (bytes === undefined && place === 0) throw new BlobMissing(id)
        if (bytes === undefined) return
        yield bytes
        if (bytes.length < pieceBytes) return
      }
    },
    delete: (id) => store.write((tx) => deleteBlobPieces(tx, id)),
  }
}
