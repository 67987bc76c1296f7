/** The one way to follow what happens to an agent: what was missed, then what comes, without a gap or a repeat. */
import type { Store } from '../db/transact.ts'
import { Failure } from '../failure.ts'
import type { Followed, Listening } from '../operation.ts'
import { eventNumbers, type EventFilter } from './queries.ts'
import type { Tail } from './tail.ts'

/** Where to begin is settled before the stream does: after the event seen last, or from now on. */
export async function subscribeToEvents(
  store: Store,
  tail: Tail,
  filter: EventFilter,
  { lastEventId }: Pick<Listening, 'lastEventId'>,
): Promise<Followed> {
  const { last, keptFrom } = await store.read(eventNumbers)
  const seen = parseEventNumber(lastEventId)
  if (seen !== undefined && seen + 1 < keptFrom) {
    throw new Failure('gone', 'What happened after this event is no longer kept.', {
      hint: 'Read everything again, then follow without Last-Event-ID.',
    })
  }
  // A number that was never given is as good as none: it comes from another server.
  if (seen !== undefined && seen <= last) {
    return { opening: [], follow: (sink) => tail.subscribe(sink, filter, { seen, last }) }
  }
  // Whoever begins without a place is first given one, so that a cut before the first event loses nothing.
  return {
    opening: [{ id: String(last), data: '' }],
    follow: (sink) => tail.subscribe(sink, filter, { seen: last, last }),
  }
}

/** No number that could not be counted to was ever given. */
function parseEventNumber(id: string | undefined): number | undefined {
  return id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}
