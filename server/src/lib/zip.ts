/** The only place that writes ZIP archives (APPNOTE 6.3): streamed, in bounded memory, with ZIP64 where sizes need it. */
import { pipeline, Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'

export interface ZipEntry {
  /** Path with slashes. */
  readonly name: string
  readonly modifiedAt: Date
  readonly content: AsyncIterable<Buffer>
  /** Set for contents that are stored as they are; without it, they are compressed and must stay below 4 GiB. */
  readonly size?: number
}

interface Written {
  readonly name: Buffer
  readonly method: 0 | 8
  readonly time: number
  readonly offset: number
  readonly crc: number
  readonly compressed: number
  readonly size: number
}

/** Yields the archive. Sizes and checksums follow the contents, because they are not known before. */
export async function* zip(entries: AsyncIterable<ZipEntry>): AsyncGenerator<Buffer> {
  const directory: Written[] = []
  let offset = 0
  for await (const entry of entries) {
    const header = {
      name: Buffer.from(entry.name),
      method: entry.size === undefined ? 8 : 0,
      time: dosTime(entry),
    } as const
    const isLarge = (entry.size ?? 0) >= max32
    const local = localHeader(header, isLarge)
    yield local
    const sums = { crc: 0, size: 0 }
    let compressed = 0
    for await (const chunk of encoded(entry, sums)) {
      compressed += chunk.length
      yield chunk
    }
    if (!isLarge && Math.max(sums.size, compressed) >= max32) throw new Error(`${entry.name} is too large.`)
    const written = { ...header, offset, crc: sums.crc, compressed, size: sums.size }
    const descriptor = dataDescriptor(written, isLarge)
    yield descriptor
    directory.push(written)
    offset += local.length + compressed + descriptor.length
  }
  yield* endOf(directory, offset)
}

const max32 = 0xffffffff
const max16 = 0xffff
/** Sizes follow the contents; names are UTF-8. */
const flags = 0x0808

/** Counts input bytes and yields encoded bytes. */
function encoded({ content, size }: ZipEntry, sums: { crc: number; size: number }): AsyncIterable<Buffer> {
  const counted = count(content, sums)
  if (size !== undefined) return counted
  const deflate = createDeflateRaw()
  // An error of the source destroys the compressor, and reading it fails.
  pipeline(Readable.from(counted), deflate, () => undefined)
  return deflate
}

async function* count(
  content: AsyncIterable<Buffer>,
  sums: { crc: number; size: number },
): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    sums.crc = crc32(chunk, sums.crc)
    sums.size += chunk.length
    yield chunk
  }
}

type Header = Pick<Written, 'name' | 'method' | 'time'>

function localHeader({ name, method, time }: Header, isLarge: boolean): Buffer {
  const extra = isLarge ? zip64Extra([0, 0]) : Buffer.alloc(0)
  const fixed = Buffer.alloc(30)
  fixed.writeUInt32LE(0x04034b50, 0)
  fixed.writeUInt16LE(isLarge ? 45 : 20, 4)
  fixed.writeUInt16LE(flags, 6)
  fixed.writeUInt16LE(method, 8)
  fixed.writeUInt32LE(time, 10)
  if (isLarge) fixed.fill(0xff, 18, 26)
  fixed.writeUInt16LE(name.length, 26)
  fixed.writeUInt16LE(extra.length, 28)
  return Buffer.concat([fixed, name, extra])
}

function dataDescriptor({ crc, compressed, size }: Written, isLarge: boolean): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32LE(0x08074b50, 0)
  head.writeUInt32LE(crc, 4)
  return Buffer.concat([head, isLarge ? uint64s([compressed, size]) : uint32s([compressed, size])])
}

function directoryEntry({ name, method, time, offset, crc, compressed, size }: Written): Buffer {
  const wide = [size, compressed, offset].filter((value) => value >= max32)
  const extra = wide.length === 0 ? Buffer.alloc(0) : zip64Extra(wide)
  const fixed = Buffer.alloc(46)
  fixed.writeUInt32LE(0x02014b50, 0)
  // Made on Unix, so that tools take the permissions below from the upper half of the attributes.
  fixed.writeUInt16LE((3 << 8) | 45, 4)
  fixed.writeUInt16LE(wide.length === 0 ? 20 : 45, 6)
  fixed.writeUInt16LE(flags, 8)
  fixed.writeUInt16LE(method, 10)
  fixed.writeUInt32LE(time, 12)
  fixed.writeUInt32LE(crc, 16)
  fixed.writeUInt32LE(Math.min(compressed, max32), 20)
  fixed.writeUInt32LE(Math.min(size, max32), 24)
  fixed.writeUInt16LE(name.length, 28)
  fixed.writeUInt16LE(extra.length, 30)
  fixed.writeUInt32LE((0o100600 << 16) >>> 0, 38)
  fixed.writeUInt32LE(Math.min(offset, max32), 42)
  return Buffer.concat([fixed, name, extra])
}

/** The central directory and its end, in ZIP64 form too if the archive needs it. */
function* endOf(directory: readonly Written[], start: number): Generator<Buffer> {
  let size = 0
  for (const written of directory) {
    const entry = directoryEntry(written)
    size += entry.length
    yield entry
  }
  const entries = directory.length
  if (entries >= max16 || start >= max32 || size >= max32) {
    const end = Buffer.alloc(24)
    end.writeUInt32LE(0x06064b50, 0)
    end.writeBigUInt64LE(44n, 4)
    end.writeUInt16LE(45, 12)
    end.writeUInt16LE(45, 14)
    const locator = Buffer.alloc(20)
    locator.writeUInt32LE(0x07064b50, 0)
    locator.writeBigUInt64LE(BigInt(start + size), 8)
    locator.writeUInt32LE(1, 16)
    yield Buffer.concat([end, uint64s([entries, entries, size, start]), locator])
  }
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(Math.min(entries, max16), 8)
  end.writeUInt16LE(Math.min(entries, max16), 10)
  end.writeUInt32LE(Math.min(size, max32), 12)
  end.writeUInt32LE(Math.min(start, max32), 16)
  yield end
}

function zip64Extra(values: readonly number[]): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt16LE(1, 0)
  head.writeUInt16LE(values.length * 8, 2)
  return Buffer.concat([head, uint64s(values)])
}

function uint64s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 8)
  for (const [place, value] of values.entries()) bytes.writeBigUInt64LE(BigInt(value), place * 8)
  return bytes
}

function uint32s(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [place, value] of values.entries()) bytes.writeUInt32LE(value, place * 4)
  return bytes
}

/** Date and time in UTC, with a resolution of two seconds; the format begins in 1980. */
function dosTime({ modifiedAt: at }: Pick<ZipEntry, 'modifiedAt'>): number {
  const year = Math.max(0, at.getUTCFullYear() - 1980)
  const date = (year << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  return ((date << 16) | time) >>> 0
}
