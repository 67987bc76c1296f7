import type { Ports } from './ports/ports.ts'

/** From `start` (inclusive) to `end` (exclusive). */
export interface ByteRange {
  readonly start: number
  readonly end: number
}

/** A stored file that is read in ranges, from ports instead of the database connection. */
export interface RangedFile {
  readonly name: string
  readonly mediaType: string
  readonly size: number
  readonly etag: string
  /** Whether browsers may display it; otherwise they download it. */
  readonly inline: boolean
  /** Whether every reader may get it, so that shared caches can store it and pages of other origins can show it. */
  readonly isPublic?: boolean
  readonly open: (ports: Ports, range: ByteRange) => AsyncIterable<Buffer>
}
