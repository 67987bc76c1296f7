/** The documents promise a byte every four seconds, and some clients give up after five; a late timer has a second left. */
export const beatMs = 3000

/** So many times between two beats something is due, so that not everything happens at once. */
const slots = 16

/** Calls everything that is kept here once in a period, with one timer for all. */
export interface Beats {
  /** Answers how to be called no more. */
  keep(beat: () => void): () => void
}

export function createBeats(periodMs = beatMs): Beats {
  const ring = Array.from({ length: slots }, () => new Set<() => void>())
  let timer: NodeJS.Timeout | undefined
  let kept = 0
  let at = 0

  function turn(): void {
    at = (at + 1) % slots
    for (const beat of ring[at] ?? []) beat()
  }

  return {
    keep: (beat) => {
      // The slot that has just passed: its turn comes after all others.
      const slot = ring[at]
      slot?.add(beat)
      kept++
      timer ??= setInterval(turn, periodMs / slots).unref()
      return () => {
        if (slot?.delete(beat) !== true) return
        kept--
        if (kept > 0) return
        clearInterval(timer)
        timer = undefined
      }
    },
  }
}
