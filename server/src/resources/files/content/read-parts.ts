import { createHash } from 'node:crypto'
import type { BlobStores } from '../../../ports/blobs/blob-store.ts'
import type { ByteRange } from '../../../download.ts'
import type { PartRow } from '../part-queries.ts'

type StoredPart = Pick<PartRow, 'blob_id' | 'store' | 'size' | 'sha256'>

/** Streams a range of a file from its parts, in order. */
export async function* readParts(
  blobs: BlobStores,
  parts: readonly StoredPart[],
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  let offset = 0
  for (const part of parts) {
    const from = Math.max(0, start - offset)
    const to = Math.min(part.size, end - offset)
    if (from < to) yield* readPart(blobs, part, { start: from, end: to })
    offset += part.size
  }
}

/**
 * Reads the whole part even for a range, and passes the last bytes on only if the SHA-256 of the part is right: a
 * damaged part ends the response before it is complete.
 */
async function* readPart(
  blobs: BlobStores,
  { blob_id: id, store, size, sha256 }: StoredPart,
  { start, end }: ByteRange,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256')
  let at = 0
  let held: Buffer | undefined
  for await (const chunk of blobs.of(store).read(id)) {
    hash.update(chunk)
    const wanted = chunk.subarray(Math.max(0, start - at), Math.max(0, end - at))
    at += chunk.length
    if (wanted.length === 0) continue
    if (held !== undefined) yield held
    held = wanted
  }
  if (at !== size || !hash.digest().equals(sha256)) throw new Error(`The bytes of ${id} are damaged.`)
  if (held !== undefined) yield held
}
