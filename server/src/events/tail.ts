/** The end of the numbered events, read once for all who follow them at this node. */
import type { Context } from '../context.ts'
import { failuresMax, Follower, type Entry, type Outlet } from './log-subscription.ts'
import { frameOf } from './sse-frame.ts'
import type { Id } from '../lib/ids.ts'
import { eventsAfter, eventsSince, type Interest, type StreamedEvent } from './queries.ts'

type Means = Pick<Context, 'store' | 'pubsub' | 'log'>

interface Listed {
  readonly interest: Interest
  readonly follower: Follower
}

/** One reading of the log, for as long as anybody follows. */
interface Reading {
  readonly stop: AbortController
  upTo: number
}

export class Tail {
  readonly #means: Means
  readonly #byAgent = new Map<Id<'agt'>, Set<Listed>>()
  #reading: Reading | undefined

  constructor(means: Means) {
    this.#means = means
  }

  /** Sends what interests after a number; `last` is one that was given lately. Answers how to leave. */
  follow(outlet: Outlet, interest: Interest, { seen, last }: { seen: number; last: number }): () => void {
    const { store } = this.#means
    const { upTo } = (this.#reading ??= this.#begin(last))
    const follower = new Follower(outlet, seen, async (place) =>
      (await store.read((reader) => eventsSince(reader, interest, place))).map(entryOf),
    )
    const listed: Listed = { interest, follower }
    const ofAgent = this.#byAgent.get(interest.agentId) ?? new Set()
    this.#byAgent.set(interest.agentId, ofAgent.add(listed))
    if (seen < upTo) void follower.catchUp()
    return () => {
      follower.leave()
      ofAgent.delete(listed)
      if (ofAgent.size === 0) this.#byAgent.delete(interest.agentId)
      if (this.#byAgent.size === 0) this.#end()
    }
  }

  #begin(upTo: number): Reading {
    const begun = { stop: new AbortController(), upTo }
    void this.#read(begun)
    return begun
  }

  #end(): void {
    this.#reading?.stop.abort()
    this.#reading = undefined
  }

  /** Looks when events were announced, and by itself now and then. */
  async #read(reading: Reading): Promise<void> {
    const { store, pubsub, log } = this.#means
    const { signal } = reading.stop
    const listener = pubsub.listen('events')
    for (let failures = 0; !signal.aborted;) {
      try {
        const events = await store.read((reader) => eventsAfter(reader, reading.upTo))
        failures = 0
        for (const event of events) this.#tell(event)
        reading.upTo = events.at(-1)?.number ?? reading.upTo
        if (events.length > 0) continue
      } catch (error) {
        failures++
        log.warn({ error: String(error) }, 'events not read')
        if (failures === failuresMax) this.#fail(error)
      }
      await listener.next(signal)
    }
    listener.close()
  }

  #tell(event: StreamedEvent): void {
    let entry: Entry | undefined
    for (const { interest, follower } of this.#byAgent.get(event.agentId) ?? []) {
      if (interests(interest, event)) follower.hear((entry ??= entryOf(event)))
    }
  }

  #fail(error: unknown): void {
    for (const listed of this.#byAgent.values()) for (const { follower } of listed) follower.fail(error)
  }
}

function interests({ kinds, byOthers, subject }: Interest, event: StreamedEvent): boolean {
  return (
    kinds.includes(event.kind) &&
    (byOthers !== true || event.byOthers) &&
    (subject === undefined || subject === event.subject)
  )
}

function entryOf({ number, kind, data }: StreamedEvent): Entry {
  return { place: number, frame: frameOf({ id: String(number), event: kind, data: JSON.stringify(data) }) }
}
