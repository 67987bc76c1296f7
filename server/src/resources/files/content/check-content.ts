/** Verifies the bytes of a complete upload, and stores an image again without its metadata. */
import { createHash } from 'node:crypto'
import type { StoreName } from '../../../db/tables/file-tables.ts'
import { Failure } from '../../../failure.ts'
import { isImage, stripImage } from '../../../lib/images/strip-image.ts'
import type { Id } from '../../../lib/ids.ts'
import { inPieces } from '../../../lib/pieces.ts'
import type { BlobFacts, BlobStores } from '../../../ports/blobs/blob-store.ts'
import { sniffMediaType } from './file-types.ts'
import type { PartRow } from '../part-queries.ts'
import type { FileRow } from '../queries.ts'
import { readParts } from './read-parts.ts'
import { contradictionOf, strippedPartSize } from '../rules.ts'

export interface CheckIntent {
  readonly file: FileRow
  readonly parts: readonly PartRow[]
  /** Committed rows of blobs for the parts of an image without metadata. */
  readonly blobIds: readonly Id<'blob'>[]
  readonly store: StoreName
  readonly pixelsMax: number
}

export interface Checked {
  readonly received: BlobFacts & { readonly mediaType: string }
  /** Present if metadata was removed. */
  readonly stripped?: Stripped
  /** Why the contents are refused. */
  readonly refusal?: Failure
}

export interface Stripped extends BlobFacts {
  readonly parts: readonly (BlobFacts & { readonly blobId: Id<'blob'> })[]
}

export async function checkContent(blobs: BlobStores, intent: CheckIntent): Promise<Checked> {
  const { file, parts, pixelsMax } = intent
  const source = {
    [Symbol.asyncIterator]: () => readParts(blobs, parts, { start: 0, end: Number(file.size) }),
  }
  const received = await receivedFacts(source, Number(file.size))
  if (contradictionOf(file, received) !== undefined || !isImage(received.mediaType)) return { received }
  const image = {
    [Symbol.asyncIterator]: () => stripImage(received.mediaType, source, pixelsMax)[Symbol.asyncIterator](),
  }
  try {
    const { sha256 } = await factsOf(image)
    // Most images of programs have no metadata.
    if (sha256.equals(received.sha256)) return { received }
    return { received, stripped: await store(blobs, image, intent) }
  } catch (error) {
    if (error instanceof Failure && error.kind === 'unprocessable') return { received, refusal: error }
    throw error
  }
}

async function receivedFacts(source: AsyncIterable<Buffer>, size: number): Promise<Checked['received']> {
  const hash = createHash('sha256')
  let mediaType: string | undefined
  for await (const piece of inPieces(source)) {
    mediaType ??= sniffMediaType(piece, { isComplete: piece.length === size })
    hash.update(piece)
  }
  return { size, sha256: hash.digest(), mediaType: mediaType ?? 'application/octet-stream' }
}

async function factsOf(bytes: AsyncIterable<Buffer>): Promise<BlobFacts> {
  const hash = createHash('sha256')
  let size = 0
  for await (const chunk of bytes) {
    hash.update(chunk)
    size += chunk.length
  }
  return { size, sha256: hash.digest() }
}

/** Writes one small part at a time, so that it fits into memory and its digest is known before it is sent. */
async function store(
  blobs: BlobStores,
  image: AsyncIterable<Buffer>,
  { blobIds, store: name }: CheckIntent,
): Promise<Stripped> {
  const hash = createHash('sha256')
  const parts: Stripped['parts'][number][] = []
  let size = 0
  for await (const piece of inPieces(image, strippedPartSize)) {
    const blobId = blobIds[parts.length]
    if (blobId === undefined) throw new Error('An image without metadata is larger than the original.')
    const facts = { size: piece.length, sha256: createHash('sha256').update(piece).digest() }
    await blobs.of(name).put(blobId, repeatable(piece), facts)
    parts.push({ blobId, ...facts })
    hash.update(piece)
    size += piece.length
  }
  return { size, sha256: hash.digest(), parts }
}

function repeatable(piece: Buffer): AsyncIterable<Buffer> {
  return {
    async *[Symbol.asyncIterator]() {
      yield piece
    },
  }
}
