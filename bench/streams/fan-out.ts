import type { Contestant } from '../lib/measurements.ts'
import type { Audience, Opening } from './subscribers.ts'

/** A server with streams: the first tenth of them gets the same events, each of the second one of its own, the rest none. */
export interface Stage {
  readonly origin: string
  readonly openings: readonly Opening[]
  publishToCrowd(): Promise<void>
  publishToEach(): Promise<void>
  /** Forgets what was published, so that whoever opens a stream is told nothing old. */
  reset(): Promise<void>
  /** Waits until it has nothing else to do. */
  settle(): Promise<void>
}

/** Somebody who looks on while events arrive in one of both ways. */
export type Onlooker = <T>(way: 'crowd' | 'each', arriving: () => Promise<T>) => Promise<T>

/** Opens all streams, and measures how many events arrive in a second, in both ways. */
export function contest(
  audience: Audience,
  stage: Stage,
  watch: Onlooker = (_way, arriving) => arriving(),
): Contestant {
  const crowd = stage.openings.length / 10
  return async (seconds) => {
    await stage.reset()
    const opening = performance.now()
    await audience.open(stage.origin, stage.openings)
    const openSeconds = (performance.now() - opening) / 1000
    await stage.settle()
    const toCrowd = await watch('crowd', () =>
      arrivals(audience, { seconds, crowd, before: 0 }, stage.publishToCrowd),
    )
    const before = toCrowd.events * crowd
    const toEach = await watch('each', () =>
      arrivals(audience, { seconds, crowd, before }, stage.publishToEach),
    )
    requireAll(await audience.leave(), [toCrowd.events, toEach.events])
    return { value: toCrowd.rate, more: { each: toEach.rate, openSeconds } }
  }
}

/** How often is published before all have heard of the first. */
const window = 4

interface Extent {
  readonly seconds: number
  /** How many hear of what is published at once. */
  readonly crowd: number
  /** What they have heard before. */
  readonly before: number
}

async function arrivals(audience: Audience, extent: Extent, publish: () => Promise<void>) {
  const { seconds, crowd, before } = extent
  const start = performance.now()
  let events = 0
  const publisher = async () => {
    while (performance.now() - start < seconds * 1000) {
      events += 1
      const mine = events
      await publish()
      await audience.heard(before + mine * crowd)
    }
  }
  await Promise.all(Array.from({ length: window }, publisher))
  return { events, rate: (events * crowd) / ((performance.now() - start) / 1000) }
}

/** Events that came twice must not make up for those that never came. */
function requireAll(counts: readonly number[], events: readonly number[]): void {
  const crowd = counts.length / 10
  const wrong = counts.filter((count, index) => count !== (events[Math.floor(index / crowd)] ?? 0))
  if (wrong.length > 0)
    throw new Error(`${wrong.length} of ${counts.length} streams did not get what was theirs`)
}
