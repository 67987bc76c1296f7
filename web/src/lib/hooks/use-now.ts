import { useSyncExternalStore } from 'react'

interface Clock {
  readonly now: () => number
  readonly subscribe: (listener: () => void) => () => void
}

/** One timer for all components with the same interval, so that a list of deadlines renders once per tick. */
const clocks = new Map<number, Clock>()

/** The current time in milliseconds, refreshed at an interval. */
export function useNow(intervalMs: number): number {
  const known = clocks.get(intervalMs)
  const clock = known ?? createClock(intervalMs)
  if (known === undefined) clocks.set(intervalMs, clock)
  return useSyncExternalStore(clock.subscribe, clock.now)
}

const listenersPerTask = 50

/** Notifies in several tasks, so that a page with a thousand times still reacts to keys meanwhile. */
function notify(listeners: readonly (() => void)[]): void {
  for (const listener of listeners.slice(0, listenersPerTask)) listener()
  if (listeners.length > listenersPerTask) setTimeout(() => notify(listeners.slice(listenersPerTask)))
}

function createClock(intervalMs: number): Clock {
  const listeners = new Set<() => void>()
  let now = Date.now()
  let timer: ReturnType<typeof setInterval> | undefined
  const tick = () => {
    now = Date.now()
    notify([...listeners])
  }
  return {
    now: () => now,
    subscribe: (listener) => {
      if (listeners.size === 0) {
        now = Date.now()
        timer = setInterval(tick, intervalMs)
      }
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0) clearInterval(timer)
      }
    },
  }
}
