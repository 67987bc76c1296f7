import type { StoreName } from '../../db/tables/file-tables.ts'
import type { Id } from '../../lib/ids.ts'

export interface BlobFacts {
  readonly size: number
  readonly sha256: Buffer
}

/** Bytes of at most one part of a file, by id. Every blob has a row in `blobs`, committed before its bytes are written. */
export interface BlobStore {
  /** Stores the bytes; repeating it replaces them. The bytes can be iterated several times. */
  put(id: Id<'blob'>, bytes: AsyncIterable<Buffer>, facts: BlobFacts): Promise<void>
  /** Streams the bytes on demand. Fails if there are none. */
  read(id: Id<'blob'>): AsyncIterable<Buffer>
  /** Deletes the bytes, if there are any. */
  delete(id: Id<'blob'>): Promise<void>
}

export interface BlobStores {
  /** The store of this name; fails with `unavailable` if it is not configured. */
  of(name: StoreName): BlobStore
}

export class BlobMissing extends Error {
  constructor(id: string) {
    super(`The bytes of ${id} are missing.`)
  }
}
