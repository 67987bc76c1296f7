import { setTimeout as delay } from 'node:timers/promises'
import type { Events, LiveEvent } from '../operation.ts'

/** Some clients give up after five silent seconds. */
const heartbeatMs = 4000
/** What a browser waits before it comes back after a cut. */
const retryMs = 2000

/**
 * Events as text/event-stream, with a comment now and then so that nobody takes silence for a broken line. The answer has
 * begun, so what goes wrong now can only be told as one more event, the last.
 */
export async function* toEventStream(
  events: Events,
  signal: AbortSignal,
  lastWords: (error: unknown) => string,
): AsyncGenerator<string> {
  yield `retry: ${retryMs}\n\n`
  let next = events.next()
  try {
    while (!signal.aborted) {
      const waiting = new AbortController()
      const beat = delay(heartbeatMs, 'beat' as const, { signal: waiting.signal }).catch(
        () => 'beat' as const,
      )
      const first = await Promise.race([next, beat])
      waiting.abort()
      if (first === 'beat') yield ': still here\n\n'
      else if (first.done === true) return
      else {
        yield frame(first.value)
        next = events.next()
      }
    }
  } catch (error) {
    yield `event: error\ndata: ${lastWords(error)}\n\n`
  } finally {
    await events.return(undefined)
  }
}

/** Readers remember an id that comes without data, and are not told of an event. */
function frame({ id, event, data }: LiveEvent): string {
  if (data === '') return `id: ${id}\n\n`
  return `id: ${id}\n${event === undefined ? '' : `event: ${event}\n`}data: ${data}\n\n`
}
