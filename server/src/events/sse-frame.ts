import type { LiveEvent } from '../operation.ts'

/** A piece of an event stream, made once for all who get it: as it is, and as a chunk of an answer without a length. */
export interface Frame {
  readonly plain: Buffer
  readonly chunk: Buffer
}

/** Readers remember an id that comes without data, and are not told of an event. */
export function frameOf({ id, event, data }: LiveEvent): Frame {
  if (data === '') return frameText(`id: ${id}\n\n`)
  return frameText(`id: ${id}\n${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`)
}

/** Both share their bytes. */
export function frameText(text: string): Frame {
  const size = Buffer.byteLength(text)
  const head = `${size.toString(16)}\r\n`
  const chunk = Buffer.from(`${head}${text}\r\n`)
  return { chunk, plain: chunk.subarray(head.length, head.length + size) }
}

/** Several as one, so that each who gets them is written to once. */
export function joinFrames(frames: readonly Frame[]): Frame {
  const [first] = frames
  if (frames.length === 1 && first !== undefined) return first
  return frameText(frames.map(({ plain }) => plain.toString()).join(''))
}
