import { fail } from '../../failure.ts'

/** Refuses an image whose container cannot be parsed: its metadata could not be removed either. */
export function damaged(reason: string): never {
  return fail(
    'unprocessable',
    `The image is damaged: ${reason}.`,
    'Save the image again, or send it inside an archive, which is stored as it is.',
  )
}

export interface Dimensions {
  readonly width: number
  readonly height: number
}

/** Small files can decode to images that exhaust the memory of a viewer. */
export function requirePixels({ width, height }: Dimensions, pixelsMax: number): void {
  if (width === 0 || height === 0) damaged('its width or height is 0')
  if (width * height <= pixelsMax) return
  fail(
    'unprocessable',
    `The image has ${width} x ${height} pixels; at most ${pixelsMax} pixels are allowed.`,
    'Scale the image down, or send it inside an archive.',
  )
}
