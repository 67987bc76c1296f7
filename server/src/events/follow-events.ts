/** The only way to subscribe to the events of an agent: replay, then live, without gaps or duplicates. */
import type { Store } from '../db/transact.ts'
import { Failure } from '../failure.ts'
import type { StreamSource, StreamContext } from '../operation.ts'
import { eventNumbers, type EventFilter } from './queries.ts'
import type { Tail } from './tail.ts'

/** Determines the start before the stream opens: after the last seen event, or now. */
export async function subscribeToEvents(
  store: Store,
  tail: Tail,
  filter: EventFilter,
  { lastEventId }: Pick<StreamContext, 'lastEventId'>,
): Promise<StreamSource> {
  const { last, keptFrom } = await store.read(eventNumbers)
  const seen = parseEventNumber(lastEventId)
  if (seen !== undefined && seen + 1 < keptFrom) {
    throw new Failure('gone', 'Events after this Last-Event-ID are no longer available.', {
      hint: 'Reload the data, then connect without Last-Event-ID.',
    })
  }
  // A number beyond the last comes from another server and is ignored.
  if (seen !== undefined && seen <= last) {
    return { opening: [], subscribe: (sink) => tail.subscribe(sink, filter, { seen, last }) }
  }
  // A new stream first receives a position, so that a disconnect before the first event loses nothing.
  return {
    opening: [{ id: String(last), data: '' }],
    subscribe: (sink) => tail.subscribe(sink, filter, { seen: last, last }),
  }
}

/** Limits the digits to safe integers. */
function parseEventNumber(id: string | undefined): number | undefined {
  return id !== undefined && /^\d{1,15}$/.test(id) ? Number(id) : undefined
}
