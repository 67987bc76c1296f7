/** One server-sent event. */
export interface LiveEvent {
  readonly id: string
  /** Absent if the protocol has only one kind of event. */
  readonly event?: string
  /** JSON on one line. Empty for an event that only carries the position. */
  readonly data: string
}

/** An encoded SSE event, shared by all of its receivers: plain, and as an HTTP chunk. */
export interface Frame {
  readonly plain: Buffer
  readonly chunk: Buffer
}

/** An id without data sets the client's last event id without dispatching an event. */
export function frameOf({ id, event, data }: LiveEvent): Frame {
  if (data === '') return frameText(`id: ${id}\n\n`)
  return frameText(`id: ${id}\n${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`)
}

/** Both are views of one buffer. */
export function frameText(text: string): Frame {
  const size = Buffer.byteLength(text)
  const head = `${size.toString(16)}\r\n`
  const chunk = Buffer.from(`${head}${text}\r\n`)
  return { chunk, plain: chunk.subarray(head.length, head.length + size) }
}

/** Merges frames, so that each receiver needs a single write. */
export function joinFrames(frames: readonly Frame[]): Frame {
  const [first] = frames
  if (frames.length === 1 && first !== undefined) return first
  return frameText(frames.map(({ plain }) => plain.toString()).join(''))
}
