import type { Contender } from '../lib/measurements.ts'
import type { Subscribers, StreamRequest } from './subscribers.ts'

/** A server with streams: the first tenth shares its events, each of the second tenth gets its own, the rest are idle. */
export interface Publisher {
  readonly origin: string
  readonly streamRequests: readonly StreamRequest[]
  publishToAll(): Promise<void>
  publishToEach(): Promise<void>
  /** Deletes published events, so that new streams do not replay them. */
  reset(): Promise<void>
  /** Waits until the server has no backlog. */
  settle(): Promise<void>
}

/** Wraps the measurement of one mode, for example to profile it. */
export type MeasureWrapper = <T>(mode: Mode, measure: () => Promise<T>) => Promise<T>

/** `all`: one event to many streams. `each`: one event to each of many streams. */
export type Mode = 'all' | 'each'

/** Opens all streams, and measures the events received per second in both modes. */
export function fanOut(
  subscribers: Subscribers,
  publisher: Publisher,
  wrap: MeasureWrapper = (_mode, measure) => measure(),
): Contender {
  const group = publisher.streamRequests.length / 10
  return async (seconds) => {
    await publisher.reset()
    const start = performance.now()
    await subscribers.open(publisher.origin, publisher.streamRequests)
    const openSeconds = (performance.now() - start) / 1000
    await publisher.settle()
    const toAll = await wrap('all', () =>
      arrivals(subscribers, { seconds, group, before: 0 }, publisher.publishToAll),
    )
    const before = toAll.events * group
    const toEach = await wrap('each', () =>
      arrivals(subscribers, { seconds, group, before }, publisher.publishToEach),
    )
    requireAll(await subscribers.close(), [toAll.events, toEach.events])
    return { value: toAll.rate, more: { each: toEach.rate, openSeconds } }
  }
}

/** Publications in flight. */
const window = 4

interface ArrivalOptions {
  readonly seconds: number
  /** Number of streams that a publication reaches. */
  readonly group: number
  /** Number of events received before. */
  readonly before: number
}

async function arrivals(subscribers: Subscribers, options: ArrivalOptions, publish: () => Promise<void>) {
  const { seconds, group, before } = options
  const start = performance.now()
  let events = 0
  const publishRepeatedly = async () => {
    while (performance.now() - start < seconds * 1000) {
      events += 1
      const eventNumber = events
      await publish()
      await subscribers.received(before + eventNumber * group)
    }
  }
  await Promise.all(Array.from({ length: window }, publishRepeatedly))
  return { events, rate: (events * group) / ((performance.now() - start) / 1000) }
}

/** A duplicate on one stream must not hide a missing event on another. */
function requireAll(counts: readonly number[], events: readonly number[]): void {
  const group = counts.length / 10
  const wrong = counts.filter((count, index) => count !== (events[Math.floor(index / group)] ?? 0))
  if (wrong.length > 0)
    throw new Error(`${wrong.length} of ${counts.length} streams received a wrong number of events`)
}
