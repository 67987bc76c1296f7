/** Reads `text/event-stream`: the whole format in forty lines. */
import { setTimeout as delay } from 'node:timers/promises'

export interface ServerEvent {
  /** What to send as `Last-Event-ID` in order to go on after this event. */
  readonly id: string
  readonly data: string
}

/** Souk sends a sign of life every four seconds; after this long without one the line is dead. */
const silenceMs = 15_000

/** Bytes come in arbitrary slices, so an event counts only once the empty line after it is there. */
export async function* readEvents(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ServerEvent> {
  const slices = bytes[Symbol.asyncIterator]()
  const decoder = new TextDecoder()
  let unread = ''
  for (let slice = await next(slices); slice.done !== true; slice = await next(slices)) {
    unread += decoder.decode(slice.value, { stream: true })
    const blocks = unread.split(/\r?\n\r?\n/)
    unread = blocks.pop() ?? ''
    for (const block of blocks) {
      const event = parse(block)
      if (event.data !== '') yield event
    }
  }
}

/** Fields may repeat and come in any order; a line that begins with a colon is a comment. */
function parse(block: string): ServerEvent {
  const lines = block.split(/\r?\n/)
  const valuesOf = (field: string) =>
    lines
      .filter((line) => line.startsWith(`${field}:`))
      .map((line) => line.slice(field.length + 1).replace(/^ /, ''))
  return { id: valuesOf('id').at(-1) ?? '', data: valuesOf('data').join('\n') }
}

/** The time that the reader itself takes between two events does not count as silence. */
async function next(slices: AsyncIterator<Uint8Array>): Promise<IteratorResult<Uint8Array>> {
  const waiting = new AbortController()
  const silence = delay(silenceMs, undefined, { signal: waiting.signal }).then(() => {
    throw new Error('The stream has fallen silent.')
  })
  try {
    return await Promise.race([slices.next(), silence])
  } finally {
    waiting.abort()
  }
}
