import { second } from '../lib/clock.ts'

/**
 * In-process pub/sub of topics without payload: a subscriber re-reads the rows it depends on. Wakeups carry topics between
 * nodes and can be lost, so subscribers also poll every `pollMs`.
 */
export interface PubSub {
  publish(topics: Iterable<string>): void
  /** Calls `notify` whenever the topic is published. Returns the function that unsubscribes. */
  subscribe(topic: string, notify: () => void): () => void
  /** Subscribes for a caller that waits for one publication after the other; none is missed between two waits. */
  listen(...topics: string[]): Listener
  /** Number of subscribers on this node. */
  subscriberCount(topic: string): number
}

interface Listener {
  /** Resolves when a topic was published since the previous call, after `timeoutMs`, or when `signal` aborts. */
  next(signal: AbortSignal, timeoutMs?: number): Promise<void>
  close(): void
}

/** Poll interval that bounds the delay after a lost wakeup. */
export const pollMs = second

export function createPubSub(onPublish: (topic: string) => void = () => undefined): PubSub {
  const subscribers = new Map<string, Set<() => void>>()
  const subscribe: PubSub['subscribe'] = (topic, notify) => {
    const ofTopic = subscribers.get(topic) ?? new Set()
    subscribers.set(topic, ofTopic.add(notify))
    return () => {
      ofTopic.delete(notify)
      if (ofTopic.size === 0 && subscribers.get(topic) === ofTopic) subscribers.delete(topic)
    }
  }
  return {
    publish: (topics) => {
      for (const topic of topics) {
        onPublish(topic)
        for (const notify of subscribers.get(topic) ?? []) notify()
      }
    },
    subscribe,
    listen: (...topics) => {
      const { notify, next } = createSignal()
      const closers = topics.map((topic) => subscribe(topic, notify))
      return { next, close: () => closers.forEach((close) => close()) }
    },
    subscriberCount: (topic) => subscribers.get(topic)?.size ?? 0,
  }
}

/** Latches a publication that arrives between two waits, so that the next wait returns immediately. */
function createSignal(): { notify: () => void; next: Listener['next'] } {
  let isPending = false
  let wake: (() => void) | undefined
  return {
    notify: () => {
      isPending = true
      wake?.()
    },
    next: (signal, timeoutMs = pollMs) =>
      new Promise((resolve) => {
        const done = () => {
          clearTimeout(timer)
          signal.removeEventListener('abort', done)
          wake = undefined
          isPending = false
          resolve()
        }
        const timer = setTimeout(done, timeoutMs)
        wake = done
        signal.addEventListener('abort', done, { once: true })
        if (isPending || signal.aborted) done()
      }),
  }
}
