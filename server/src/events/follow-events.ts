/** The one way to follow what happens to an agent: what was missed, then what comes, without a gap or a repeat. */
import type { Store } from '../db/transact.ts'
import { Failure } from '../failure.ts'
import type { Events, Listening } from '../operation.ts'
import { eventNumbers, eventsSince, type Interest } from './queries.ts'

/** Where to begin is settled before the stream does: after the event seen last, or from now on. */
export async function followEvents(store: Store, interest: Interest, listening: Listening): Promise<Events> {
  const { last, keptFrom } = await store.read(eventNumbers)
  const seen = numberOf(listening.lastEventId)
  if (seen !== undefined && seen + 1n < keptFrom) {
    throw new Failure('gone', 'What happened after this event is no longer kept.', {
      hint: 'Read everything again, then follow without Last-Event-ID.',
    })
  }
  // A number that was never given is as good as none: it comes from another server.
  return seen === undefined || seen > last
    ? fromNow(store, interest, listening, last)
    : follow(store, interest, listening, seen)
}

/** Whoever begins without a place is first given one, so that a cut before the first event loses nothing. */
async function* fromNow(store: Store, interest: Interest, listening: Listening, last: bigint): Events {
  yield { id: String(last), data: '' }
  yield* follow(store, interest, listening, last)
}

function numberOf(id: string | undefined): bigint | undefined {
  return id !== undefined && /^\d{1,18}$/.test(id) ? BigInt(id) : undefined
}

async function* follow(store: Store, interest: Interest, { hub, signal }: Listening, from: bigint): Events {
  const listener = hub.listen(`agent:${interest.agentId}`)
  let seen = from
  try {
    while (!signal.aborted) {
      const events = await store.read((reader) => eventsSince(reader, interest, seen))
      for (const { number, kind, data } of events) {
        yield { id: String(number), event: kind, data: JSON.stringify(data) }
        seen = number
      }
      if (events.length === 0) await listener.changed(signal)
    }
  } finally {
    listener.close()
  }
}
