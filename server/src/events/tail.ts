/** Tail of the event log, read once per node for all subscribers. */
import type { Context } from '../context.ts'
import { readFailuresMax, Subscriber, type Entry, type Sink } from './log-subscription.ts'
import { frameOf } from './sse-frame.ts'
import type { Id } from '../lib/ids.ts'
import { eventsAfter, agentEventsAfter, type EventFilter, type StreamedEvent } from './queries.ts'

type TailContext = Pick<Context, 'store' | 'pubsub' | 'log'>

interface Subscription {
  readonly filter: EventFilter
  readonly subscriber: Subscriber
}

/** One read loop, while there are subscribers. */
interface ReadLoop {
  readonly stop: AbortController
  upTo: number
}

export class Tail {
  readonly #context: TailContext
  readonly #byAgent = new Map<Id<'agt'>, Set<Subscription>>()
  #readLoop: ReadLoop | undefined

  constructor(context: TailContext) {
    this.#context = context
  }

  /**
   * Subscribes after the event number `seen`. `last` is a recent event number, at which the shared read loop starts.
   * Returns the unsubscribe function.
   */
  subscribe(sink: Sink, filter: EventFilter, { seen, last }: { seen: number; last: number }): () => void {
    const { store } = this.#context
    const { upTo } = (this.#readLoop ??= this.#startReading(last))
    const subscriber = new Subscriber(sink, seen, async (place) =>
      (await store.read((reader) => agentEventsAfter(reader, filter, place))).map(entryOf),
    )
    const subscription: Subscription = { filter, subscriber }
    const ofAgent = this.#byAgent.get(filter.agentId) ?? new Set()
    this.#byAgent.set(filter.agentId, ofAgent.add(subscription))
    if (seen < upTo) void subscriber.catchUp()
    return () => {
      subscriber.close()
      ofAgent.delete(subscription)
      if (ofAgent.size === 0) this.#byAgent.delete(filter.agentId)
      if (this.#byAgent.size === 0) this.#stopReading()
    }
  }

  #startReading(upTo: number): ReadLoop {
    const loop = { stop: new AbortController(), upTo }
    void this.#read(loop)
    return loop
  }

  #stopReading(): void {
    this.#readLoop?.stop.abort()
    this.#readLoop = undefined
  }

  /** Reads when woken by the `events` topic, and periodically in case a wakeup was lost. */
  async #read(reading: ReadLoop): Promise<void> {
    const { store, pubsub, log } = this.#context
    const { signal } = reading.stop
    const listener = pubsub.listen('events')
    for (let failures = 0; !signal.aborted;) {
      try {
        const events = await store.read((reader) => eventsAfter(reader, reading.upTo))
        failures = 0
        // Newer subscribers have their own loop, which reads earlier events.
        if (signal.aborted) break
        for (const event of events) this.#push(event)
        reading.upTo = events.at(-1)?.number ?? reading.upTo
        if (events.length > 0) continue
      } catch (error) {
        failures++
        log.warn({ error: String(error) }, 'failed to read events')
        if (failures === readFailuresMax) this.#fail(error)
      }
      await listener.next(signal)
    }
    listener.close()
  }

  #push(event: StreamedEvent): void {
    let entry: Entry | undefined
    for (const { filter, subscriber } of this.#byAgent.get(event.agentId) ?? []) {
      if (matches(filter, event)) subscriber.push((entry ??= entryOf(event)))
    }
  }

  #fail(error: unknown): void {
    for (const subscription of this.#byAgent.values())
      for (const { subscriber } of subscription) subscriber.fail(error)
  }
}

function matches({ kinds, byOthers, subject }: EventFilter, event: StreamedEvent): boolean {
  return (
    kinds.includes(event.kind) &&
    (byOthers !== true || event.byOthers) &&
    (subject === undefined || subject === event.subject)
  )
}

function entryOf({ number, kind, data }: StreamedEvent): Entry {
  return { position: number, frame: frameOf({ id: String(number), event: kind, data: JSON.stringify(data) }) }
}
