import { second } from '../lib/clock.ts'

/**
 * Tells whoever waits that something has changed; what it is now, they read. A listener also looks by itself now and
 * then, because another node may have made the change.
 */
export interface Hub {
  announce(topics: Iterable<string>): void
  /** Calls at every announcement of a topic, until the answer is called. */
  on(topic: string, hear: () => void): () => void
  /** Every call of `changed` on the answer waits for the next announcement since the call before. */
  listen(topic: string): Listener
  /** How many listen to a topic here. */
  listeners(topic: string): number
}

export interface Listener {
  /** Resolves when the topic was announced, after `atMostMs`, or when `signal` says stop. */
  changed(signal: AbortSignal, atMostMs?: number): Promise<void>
  close(): void
}

/** How long something that was announced to nobody may go unseen. */
export const lookMs = second

export function createHub(onAnnouncement: (topic: string) => void = () => undefined): Hub {
  const ears = new Map<string, Set<() => void>>()
  const on: Hub['on'] = (topic, hear) => {
    const here = ears.get(topic) ?? new Set()
    ears.set(topic, here.add(hear))
    return () => {
      here.delete(hear)
      if (here.size === 0 && ears.get(topic) === here) ears.delete(topic)
    }
  }
  return {
    announce: (topics) => {
      for (const topic of topics) {
        onAnnouncement(topic)
        for (const hear of ears.get(topic) ?? []) hear()
      }
    },
    on,
    listen: (topic) => {
      const { hear, listener } = ear()
      return { changed: listener, close: on(topic, hear) }
    },
    listeners: (topic) => ears.get(topic)?.size ?? 0,
  }
}

/** An announcement that comes while nobody waits is kept until somebody does, so that none is missed. */
function ear(): { hear: () => void; listener: Listener['changed'] } {
  let heard = false
  let wake: (() => void) | undefined
  return {
    hear: () => {
      heard = true
      wake?.()
    },
    listener: (signal, atMostMs = lookMs) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          wake = undefined
          heard = false
          resolve()
        }
        const timer = setTimeout(done, atMostMs)
        wake = done
        signal.addEventListener('abort', done, { once: true })
        if (heard || signal.aborted) done()
      }),
  }
}
