import { describe, expect, it } from 'vitest'
import { orientationIn } from './orientation.ts'
import { stripImage } from './strip-image.ts'
import { testImages } from './test-images.ts'

const chunked = (bytes: Buffer, size: number) => ({
  async *[Symbol.asyncIterator]() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
  },
})

async function strip(mediaType: string, bytes: Buffer, { size = 64, pixelsMax = 1000 } = {}) {
  const stripped: Buffer[] = []
  for await (const part of stripImage(mediaType, chunked(bytes, size), pixelsMax)) stripped.push(part)
  return Buffer.concat(stripped)
}

const { jpeg, png, gif, webp, animatedWebp } = testImages
const all = Object.entries(testImages)
const secret = 'secret place'

describe('stripImage', () => {
  it.each(all)('removes texts and coordinates from %s', async (_name, { mediaType, bytes }) => {
    expect(bytes.includes(secret)).toBe(true)
    const stripped = await strip(mediaType, bytes)
    expect(stripped.includes(secret)).toBe(false)
    expect(stripped.length).toBeLessThan(bytes.length)
    // A second run finds nothing to remove.
    expect(await strip(mediaType, stripped)).toEqual(stripped)
  })

  it.each(all)('does not depend on the chunks of %s', async (_name, { mediaType, bytes }) => {
    const whole = await strip(mediaType, bytes, { size: bytes.length })
    for (const size of [1, 2, 3, 7, 100]) expect(await strip(mediaType, bytes, { size })).toEqual(whole)
  })

  it('keeps the image data and the orientation of a JPEG, and drops what follows it', async () => {
    const appended = Buffer.concat([jpeg.bytes, Buffer.from('a video with coordinates')])
    const stripped = await strip(jpeg.mediaType, appended)
    const tables = jpeg.bytes.subarray(jpeg.bytes.indexOf(Buffer.from('ffdb', 'hex')))
    expect(stripped.subarray(-tables.length)).toEqual(tables)
    expect(orientationIn(stripped.subarray(stripped.indexOf('Exif')))).toBe(6)
  })

  it('drops thumbnails, and the Exif segment of an upright JPEG', async () => {
    const thumbnail = Buffer.from('JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01rgb', 'latin1')
    const upright = Buffer.from(jpeg.bytes)
    const entry = upright.indexOf(Buffer.from('011200030000000100', 'hex'))
    upright.writeUInt16BE(1, entry + 8)
    const head = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, thumbnail.length + 2])
    const stripped = await strip(jpeg.mediaType, Buffer.concat([head, thumbnail, upright.subarray(20)]))
    expect([stripped.includes('rgb'), stripped.includes('Exif')]).toEqual([false, false])
  })

  it('keeps loops of a GIF and the flags of a WebP consistent with its chunks', async () => {
    expect((await strip(gif.mediaType, gif.bytes)).includes('NETSCAPE2.0')).toBe(true)
    const stripped = await strip(webp.mediaType, webp.bytes)
    expect(stripped.readUInt32LE(4)).toBe(stripped.length - 8)
    // EXIF with the orientation remains, XMP is gone.
    expect([stripped[20], stripped.includes('EXIF'), stripped.includes('XMP ')]).toEqual([0x08, true, false])
  })

  it('leaves other files unchanged', async () => {
    const bytes = Buffer.from(`%PDF- ${secret}`)
    expect(await strip('application/pdf', bytes)).toEqual(bytes)
  })

  it.each([
    [jpeg, '16 x 12'],
    [png, '9 x 7'],
    [gif, '8 x 8'],
    [webp, '16 x 12'],
    [animatedWebp, '16 x 12'],
  ])('refuses too many pixels %#', async ({ mediaType, bytes }, size) => {
    await expect(strip(mediaType, bytes, { pixelsMax: 10 })).rejects.toThrow(
      `The image has ${size} pixels; at most 10 pixels are allowed.`,
    )
  })

  it.each(all)('refuses every truncation of %s', async (name, { mediaType, bytes }) => {
    for (let length = 12; length < bytes.length; length += 5) {
      const result = strip(mediaType, bytes.subarray(0, length)).then(
        (stripped) => ({ stripped }),
        (error: unknown) => ({ problem: String(error) }),
      )
      const outcome = await result
      // The trailer of a GIF can be missing.
      if (name === 'gif' && 'stripped' in outcome) expect(outcome.stripped.at(-1)).toBe(0x3b)
      else expect(outcome).toEqual({ problem: expect.stringContaining('The image is damaged: ') })
    }
  })

  it.each(all)(
    'returns an image or a refusal for every flipped byte of %s',
    async (_name, { mediaType, bytes }) => {
      for (let at = 0; at < bytes.length; at++) {
        const flipped = Buffer.from(bytes)
        flipped[at] = (flipped[at] ?? 0) ^ 0xff
        const outcome = await strip(mediaType, flipped).catch((error: unknown) => String(error))
        if (typeof outcome === 'string')
          expect(outcome).toMatch(/The image (is damaged|has \d+ x \d+ pixels)/)
        else expect(outcome.length).toBeLessThanOrEqual(bytes.length + 1)
      }
    },
  )
})
