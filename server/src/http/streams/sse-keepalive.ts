/** Documented as at most four seconds, which leaves one for a late timer. Some clients disconnect after five. */
export const keepaliveMs = 3000
/** Unsent frames stay in memory, so a client that reads nothing for this long is disconnected; it resumes later. */
export const stalledMs = 30_000

/** Callbacks are spread over this many ticks per period, so that they do not all run in the same one. */
const slots = 16

/** Calls its callbacks once per period, with one timer for all of them. */
export interface Ticker {
  /** Returns the function that removes the callback. */
  add(callback: () => void): () => void
}

export function createTicker(periodMs = keepaliveMs): Ticker {
  const ring = Array.from({ length: slots }, () => new Set<() => void>())
  let timer: NodeJS.Timeout | undefined
  let count = 0
  let at = 0

  function tick(): void {
    at = (at + 1) % slots
    for (const callback of ring[at] ?? []) callback()
  }

  return {
    add: (callback) => {
      // The current slot has just run, so the new callback first runs a full period from now.
      const slot = ring[at]
      slot?.add(callback)
      count++
      timer ??= setInterval(tick, periodMs / slots).unref()
      return () => {
        if (slot?.delete(callback) !== true) return
        count--
        if (count > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
