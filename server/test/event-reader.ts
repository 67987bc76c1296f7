import { fail } from './harness.ts'

export interface ReadEvent {
  readonly id: string
  readonly event: string | undefined
  readonly data: Record<string, unknown>
}

export interface EventReader {
  next(): Promise<ReadEvent>
  close(): void
  /** Resolves when the server has closed the stream. */
  readonly ended: Promise<void>
}

/** Reads a stream of events as any client would, over a real connection. */
export async function createEventReader(
  url: string,
  token: string,
  lastEventId?: string,
): Promise<EventReader> {
  const leaving = new AbortController()
  const response = await fetch(url, {
    headers: {
      authorization: `Bearer ${token}`,
      accept: 'text/event-stream',
      ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }),
    },
    signal: leaving.signal,
  })
  if (response.status !== 200 || response.body === null) return fail(`the stream answered ${response.status}`)
  const events: ReadEvent[] = []
  let wake = () => {}
  const read = async (body: ReadableStream<Uint8Array>) => {
    const decoder = new TextDecoder()
    let text = ''
    for await (const chunk of body) {
      const frames = (text + decoder.decode(chunk, { stream: true })).split('\n\n')
      text = frames.pop() ?? ''
      events.push(...frames.flatMap(parseFrame))
      wake()
    }
  }
  const ended = read(response.body).catch(() => undefined)
  return {
    ended,
    close: () => leaving.abort(),
    next: async () => {
      while (events.length === 0) {
        await new Promise<void>((resolve) => {
          wake = resolve
        })
      }
      return events.shift() ?? fail('no event')
    },
  }
}

/** Comments and the hint about coming back are no events. */
function parseFrame(frame: string): ReadEvent[] {
  const fields = new Map(
    frame.split('\n').map((line) => [line.split(': ')[0], line.split(': ').slice(1).join(': ')]),
  )
  const data = fields.get('data')
  if (data === undefined) return []
  return [{ id: fields.get('id') ?? '', event: fields.get('event'), data: JSON.parse(data) }]
}
