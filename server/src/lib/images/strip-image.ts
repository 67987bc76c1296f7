/** The only place that removes metadata from images. It rewrites containers; pixels are neither decoded nor changed. */
import { readBytes, type ByteReader } from './byte-reader.ts'
import { stripGif } from './strip-gif.ts'
import { stripJpeg } from './strip-jpeg.ts'
import { stripPng } from './strip-png.ts'
import { planWebp, stripWebp } from './strip-webp.ts'

type Strip = (source: AsyncIterable<Buffer>, pixelsMax: number) => AsyncGenerator<Buffer>

const onePass =
  (strip: (reader: ByteReader, pixelsMax: number) => AsyncGenerator<Buffer>): Strip =>
  (source, pixelsMax) =>
    strip(readBytes(source), pixelsMax)

const formats: ReadonlyMap<string, Strip> = new Map([
  ['image/jpeg', onePass(stripJpeg)],
  ['image/png', onePass(stripPng)],
  ['image/gif', onePass(stripGif)],
  [
    'image/webp',
    async function* (source, pixelsMax) {
      const plan = await planWebp(readBytes(source), pixelsMax)
      yield* stripWebp(readBytes(source), plan)
    },
  ],
])

export function isImage(mediaType: string | null): boolean {
  return mediaType !== null && formats.has(mediaType)
}

/**
 * The image without metadata; other files unchanged. Refuses damaged images and those with more pixels. The source is
 * iterated up to twice.
 */
export function stripImage(
  mediaType: string,
  source: AsyncIterable<Buffer>,
  pixelsMax: number,
): AsyncIterable<Buffer> {
  return formats.get(mediaType)?.(source, pixelsMax) ?? source
}
