import type { ByteReader } from './byte-reader.ts'
import { damaged, requirePixels } from './refusals.ts'

const block = { extension: 0x21, image: 0x2c, trailer: 0x3b } as const
const graphicControl = 0xf9
const application = 0xff
/** Applications whose extension sets the number of loops. Others, such as XMP, carry metadata. */
const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])

/** Drops comments, plain text and application data. A missing trailer is added, because viewers show such files. */
export async function* stripGif(reader: ByteReader, pixelsMax: number): AsyncGenerator<Buffer> {
  const head = await reader.take(13)
  requirePixels({ width: head.readUInt16LE(6), height: head.readUInt16LE(8) }, pixelsMax)
  yield head
  yield* reader.pass(colorTableBytes(head[10] ?? 0))
  let hasImage = false
  for (;;) {
    const kind = await nextBlock(reader)
    if (kind === block.trailer || (kind === undefined && hasImage)) {
      if (!hasImage) damaged('it has no image data')
      yield Buffer.from([block.trailer])
      return
    }
    if (kind === block.image) {
      yield* image(reader, pixelsMax)
      hasImage = true
    } else if (kind === block.extension) {
      yield* extension(reader)
    } else damaged('it contains an unknown block')
  }
}

/** Size of the color table that the flags announce. */
function colorTableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 0x07) + 1)
}

async function nextBlock(reader: ByteReader): Promise<number | undefined> {
  const bytes = await reader.next()
  if (bytes === undefined) return undefined
  reader.unread(bytes.subarray(1))
  return bytes[0]
}

async function* image(reader: ByteReader, pixelsMax: number): AsyncGenerator<Buffer> {
  const descriptor = await reader.take(9)
  requirePixels({ width: descriptor.readUInt16LE(4), height: descriptor.readUInt16LE(6) }, pixelsMax)
  yield Buffer.concat([Buffer.from([block.image]), descriptor])
  yield* reader.pass(colorTableBytes(descriptor[8] ?? 0) + 1)
  yield* subBlocks(reader)
}

async function* extension(reader: ByteReader): AsyncGenerator<Buffer> {
  const label = (await reader.take(1))[0] ?? 0
  const first = await subBlock(reader)
  const isKept =
    label === graphicControl || (label === application && loops.has(first.toString('latin1', 1, 12)))
  if (isKept) yield Buffer.concat([Buffer.from([block.extension, label]), first])
  if (first.length === 1) return
  for await (const bytes of subBlocks(reader)) if (isKept) yield bytes
}

/** Sub-blocks, including the empty one that ends them. */
async function* subBlocks(reader: ByteReader): AsyncGenerator<Buffer> {
  for (;;) {
    const bytes = await subBlock(reader)
    yield bytes
    if (bytes.length === 1) return
  }
}

/** A sub-block with its length byte. */
async function subBlock(reader: ByteReader): Promise<Buffer> {
  const length = await reader.take(1)
  return Buffer.concat([length, await reader.take(length[0] ?? 0)])
}
