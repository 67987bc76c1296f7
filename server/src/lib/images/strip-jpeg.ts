import type { ByteReader } from './byte-reader.ts'
import { exifOf, orientationIn } from './orientation.ts'
import { damaged, requirePixels } from './refusals.ts'

const marker = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe } as const

/** Tables that decoders need: Huffman, arithmetic coding, quantization, restart interval. */
const tables = new Set([0xc4, 0xcc, 0xdb, 0xdd])
/** SOF markers: C0 to CF without those of tables and extensions. */
const isFrame = (code: number) =>
  code >= 0xc0 && code <= 0xcf && code !== 0xc4 && code !== 0xc8 && code !== 0xcc
const isApplication = (code: number) => code >= 0xe0 && code <= 0xef
const jfifBytes = 14

/**
 * Keeps frames, tables and scans, the color profile and the Adobe color transform, and of EXIF the orientation. Bytes
 * after the image are dropped: phones append videos and further images with their own metadata.
 */
export async function* stripJpeg(reader: ByteReader, pixelsMax: number): AsyncGenerator<Buffer> {
  yield await reader.take(2)
  let hasFrame = false
  let hasExif = false
  for (;;) {
    const code = await nextMarker(reader)
    if (code === marker.end) {
      if (!hasFrame) damaged('it has no frame')
      yield Buffer.from([0xff, code])
      return
    }
    const body = await segmentBody(reader)
    if (isFrame(code)) {
      if (body.length < 5) damaged('its frame header is too short')
      requirePixels({ height: body.readUInt16BE(1), width: body.readUInt16BE(3) }, pixelsMax)
      hasFrame = true
      yield segment(code, body)
    } else if (code === marker.scan) {
      if (!hasFrame) damaged('a scan precedes its frame')
      yield segment(code, body)
      yield* passScan(reader)
    } else if (tables.has(code)) {
      yield segment(code, body)
    } else if (isApplication(code)) {
      const kept = keptApplication(code, body, hasExif)
      hasExif ||= code === 0xe1 && kept !== undefined
      if (kept !== undefined) yield segment(code, kept)
    } else if (code !== marker.comment) {
      damaged(`it contains the unknown marker ${code.toString(16)}`)
    }
  }
}

function keptApplication(code: number, body: Buffer, hasExif: boolean): Buffer | undefined {
  const starts = (text: string) => body.toString('latin1', 0, text.length) === text
  if (code === 0xe0 && starts('JFIF\0') && body.length >= jfifBytes) return withoutThumbnail(body)
  if (code === 0xe1 && starts('Exif\0\0') && !hasExif) {
    const orientation = orientationIn(body)
    return orientation === undefined
      ? undefined
      : Buffer.concat([Buffer.from('Exif\0\0', 'latin1'), exifOf(orientation)])
  }
  if (code === 0xe2 && starts('ICC_PROFILE\0')) return body
  if (code === 0xee && starts('Adobe')) return body.subarray(0, 12)
  return undefined
}

/** A thumbnail can show what was cropped from the image. */
function withoutThumbnail(jfif: Buffer): Buffer {
  const kept = Buffer.from(jfif.subarray(0, jfifBytes))
  kept.writeUInt16BE(0, 12)
  return kept
}

async function nextMarker(reader: ByteReader): Promise<number> {
  if ((await reader.take(1))[0] !== 0xff) damaged('a marker is missing')
  for (;;) {
    // Any number of fill bytes can precede the code.
    const code = (await reader.take(1))[0]
    if (code !== undefined && code !== 0xff) return code
  }
}

async function segmentBody(reader: ByteReader): Promise<Buffer> {
  const length = (await reader.take(2)).readUInt16BE(0)
  if (length < 2) damaged('the length of a segment is invalid')
  return reader.take(length - 2)
}

function segment(code: number, body: Buffer): Buffer {
  const head = Buffer.from([0xff, code, 0, 0])
  head.writeUInt16BE(body.length + 2, 2)
  return Buffer.concat([head, body])
}

/** Entropy-coded data: up to a marker that is neither a stuffed byte nor a restart. */
async function* passScan(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const bytes = (await reader.next()) ?? damaged('it ends within a scan')
    const end = endOfScan(bytes)
    if (end === undefined) {
      yield bytes
      continue
    }
    reader.unread(bytes.subarray(end))
    if (end > 0) yield bytes.subarray(0, end)
    if (bytes.length - end >= 2) return
    // The last byte starts a pair whose second byte is in the next chunk.
    const pair = await reader.take(2)
    if (isCoded(pair[1] ?? 0)) yield pair
    else return reader.unread(pair)
  }
}

/** Position of the first marker, or of a pair that the chunk cuts off. */
function endOfScan(bytes: Buffer): number | undefined {
  for (let at = bytes.indexOf(0xff); at !== -1; at = bytes.indexOf(0xff, at + 2)) {
    const code = bytes[at + 1]
    if (code === undefined || !isCoded(code)) return at
  }
  return undefined
}

const isCoded = (code: number) => code === 0 || (code >= 0xd0 && code <= 0xd7)
