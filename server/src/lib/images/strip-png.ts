import { crc32 } from 'node:zlib'
import type { ByteReader } from './byte-reader.ts'
import { exifOf, orientationIn } from './orientation.ts'
import { damaged, requirePixels } from './refusals.ts'

const signatureBytes = 8
const chunkBytesMax = 2 ** 31 - 1
/** Metadata is read up to this size. */
const exifBytesMax = 64 * 1024

/** Chunks that affect rendering, with those of animations. Text, times, EXIF and unknown ancillary chunks are dropped. */
const kept = new Set(
  'PLTE IDAT tRNS cHRM gAMA iCCP sBIT sRGB cICP mDCV cLLI bKGD pHYs acTL fcTL fdAT'.split(' '),
)

export async function* stripPng(reader: ByteReader, pixelsMax: number): AsyncGenerator<Buffer> {
  yield await reader.take(signatureBytes)
  yield await header(reader, pixelsMax)
  let hasData = false
  for (;;) {
    const { head, size, type } = await chunkHead(reader)
    if (type === 'IEND') {
      if (!hasData || size !== 0) damaged('it has no image data')
      yield Buffer.concat([head, await reader.take(4)])
      return
    }
    hasData ||= type === 'IDAT'
    if (kept.has(type)) {
      yield head
      yield* reader.pass(size + 4)
    } else if (type === 'eXIf') {
      yield* keptExif(reader, size)
    } else if (/^[A-Z]/.test(type)) {
      damaged(`it contains the unknown chunk ${type}`)
    } else await reader.skip(size + 4)
  }
}

async function header(reader: ByteReader, pixelsMax: number): Promise<Buffer> {
  const { head, size, type } = await chunkHead(reader)
  if (type !== 'IHDR' || size !== 13) damaged('its header is missing')
  const rest = await reader.take(size + 4)
  requirePixels({ width: rest.readUInt32BE(0), height: rest.readUInt32BE(4) }, pixelsMax)
  return Buffer.concat([head, rest])
}

async function chunkHead(reader: ByteReader) {
  const head = await reader.take(8)
  const size = head.readUInt32BE(0)
  const type = head.toString('latin1', 4, 8)
  if (size > chunkBytesMax || !/^[A-Za-z]{4}$/.test(type)) damaged('the head of a chunk is invalid')
  return { head, size, type }
}

async function* keptExif(reader: ByteReader, size: number): AsyncGenerator<Buffer> {
  const exif = await reader.take(Math.min(size, exifBytesMax))
  await reader.skip(size - exif.length + 4)
  const orientation = orientationIn(exif)
  if (orientation !== undefined) yield chunk('eXIf', exifOf(orientation))
}

function chunk(type: string, body: Buffer): Buffer {
  const bytes = Buffer.alloc(body.length + 12)
  bytes.writeUInt32BE(body.length, 0)
  bytes.write(type, 4, 'latin1')
  body.copy(bytes, 8)
  bytes.writeUInt32BE(crc32(bytes.subarray(4, 8 + body.length)), 8 + body.length)
  return bytes
}
