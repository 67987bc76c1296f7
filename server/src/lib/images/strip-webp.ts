import type { ByteReader } from './byte-reader.ts'
import { exifOf, orientationIn } from './orientation.ts'
import { damaged, requirePixels, type Dimensions } from './refusals.ts'

const riffBytes = 12
const exifBytesMax = 64 * 1024
const kept = new Set(['VP8X', 'VP8 ', 'VP8L', 'ALPH', 'ANIM', 'ANMF', 'ICCP'])
const flags = { exif: 0x08, xmp: 0x04 } as const

/** Parts of a file to keep; known after the first pass. */
interface WebpPlan {
  /** Bytes after the RIFF header. */
  readonly bytes: number
  readonly orientation: number | undefined
}

/** First pass: the header contains the size of the result, so that it must be known before the first byte is written. */
export async function planWebp(reader: ByteReader, pixelsMax: number): Promise<WebpPlan> {
  let bytes = 0
  let orientation: number | undefined
  for await (const { name, size, dimensions } of chunksOf(reader)) {
    if (dimensions !== undefined) requirePixels(dimensions, pixelsMax)
    if (kept.has(name)) {
      bytes += 8 + padded(size)
      await reader.skip(padded(size))
    } else if (name === 'EXIF') {
      const exif = await reader.take(Math.min(size, exifBytesMax))
      orientation ??= orientationIn(exif)
      await reader.skip(padded(size) - exif.length)
    } else await reader.skip(padded(size))
  }
  if (bytes === 0) damaged('it has no image data')
  return { bytes: bytes + (orientation === undefined ? 0 : 8 + exifOf(orientation).length), orientation }
}

/** Second pass: the color profile, the image and its animation, and of EXIF the orientation. */
export async function* stripWebp(reader: ByteReader, plan: WebpPlan): AsyncGenerator<Buffer> {
  const riff = Buffer.from('RIFF\0\0\0\0WEBP', 'latin1')
  riff.writeUInt32LE(plan.bytes + 4, 4)
  yield riff
  for await (const { name, size, head } of chunksOf(reader)) {
    if (!kept.has(name)) {
      await reader.skip(padded(size))
      continue
    }
    yield head
    if (name === 'VP8X') yield withFlags(await reader.take(padded(size)), plan)
    else yield* reader.pass(padded(size))
  }
  if (plan.orientation === undefined) return
  const exif = exifOf(plan.orientation)
  yield Buffer.concat([chunkHead('EXIF', exif.length), exif])
}

interface Chunk {
  readonly name: string
  readonly size: number
  readonly head: Buffer
  /** Of chunks that state them. */
  readonly dimensions: Dimensions | undefined
}

/** Chunks of the file; the consumer reads or skips the body of each. Bytes after the announced size are ignored. */
async function* chunksOf(reader: ByteReader): AsyncGenerator<Chunk> {
  let left = (await reader.take(riffBytes)).readUInt32LE(4) - 4
  for (let index = 0; left >= 8; index++) {
    const head = await reader.take(8)
    const name = head.toString('latin1', 0, 4)
    const size = head.readUInt32LE(4)
    left -= 8 + padded(size)
    // The padding of the last chunk is missing in some files.
    if (left < -1) damaged('a chunk is longer than the file')
    if (index === 0 && !name.startsWith('VP8')) damaged('its first chunk is not an image')
    if (name === 'VP8X' && size !== 10) damaged('its header is invalid')
    yield { name, size, head, dimensions: await dimensionsOf(reader, name, size) }
  }
}

const sizeHeaders = { VP8X: 10, 'VP8 ': 10, VP8L: 5, ANMF: 16 } as const

/** Looks at the first bytes of a chunk and puts them back. */
async function dimensionsOf(reader: ByteReader, name: string, size: number): Promise<Dimensions | undefined> {
  if (name !== 'VP8X' && name !== 'VP8 ' && name !== 'VP8L' && name !== 'ANMF') return undefined
  if (size < sizeHeaders[name]) damaged('an image chunk is too short')
  const bytes = await reader.take(sizeHeaders[name])
  reader.unread(bytes)
  switch (name) {
    case 'VP8X':
      return { width: bytes.readUIntLE(4, 3) + 1, height: bytes.readUIntLE(7, 3) + 1 }
    case 'ANMF':
      return { width: bytes.readUIntLE(6, 3) + 1, height: bytes.readUIntLE(9, 3) + 1 }
    case 'VP8 ':
      return { width: bytes.readUInt16LE(6) & 0x3fff, height: bytes.readUInt16LE(8) & 0x3fff }
    case 'VP8L': {
      const bits = bytes.readUInt32LE(1)
      return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 }
    }
  }
}

const padded = (size: number) => size + (size % 2)

function withFlags(header: Buffer, { orientation }: WebpPlan): Buffer {
  const bytes = Buffer.from(header)
  const cleared = (bytes[0] ?? 0) & ~(flags.exif | flags.xmp)
  bytes[0] = orientation === undefined ? cleared : cleared | flags.exif
  return bytes
}

function chunkHead(name: string, size: number): Buffer {
  const head = Buffer.alloc(8)
  head.write(name, 0, 'latin1')
  head.writeUInt32LE(size, 4)
  return head
}
