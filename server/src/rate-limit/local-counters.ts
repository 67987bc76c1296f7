import { decide, type Limit, type Verdict } from './gcra.ts'

/** Who calls how often at this node, with what is known of other nodes. */
export interface CallCounts {
  count(key: string, limit: Limit, nowMs: number): Verdict
  /** What callers who use a good part of their quota have used here since it was last asked for. */
  drain(nowMs: number): Used[]
  /** How long a caller is busy, all nodes together. */
  learn(key: string, idleAtMs: number): void
}

export interface Used {
  readonly key: string
  /** Calls, as the time that the limit gives each of them. */
  readonly usedMs: number
}

interface Count {
  /** When the caller has its whole quota again. */
  idleAtMs: number
  /** Of that, what other nodes do not know yet. */
  usedMs: number
  windowMs: number
}

const keysMax = 100_000
/** Whoever uses less than this part of a quota could not exceed it with the help of a few other nodes. */
const worthTelling = 0.1

export function createCallCounts(): CallCounts {
  const counts = new Map<string, Count>()
  return {
    count: (key, limit, nowMs) => {
      const known = counts.get(key)
      const verdict = decide(limit, nowMs, known?.idleAtMs ?? 0)
      const cost = verdict.allowed ? limit.windowMs / limit.quota : 0
      const usedMs = (known === undefined || known.idleAtMs <= nowMs ? 0 : known.usedMs) + cost
      // Taken out and put back, so that the first key of the map is the one unused for longest.
      counts.delete(key)
      counts.set(key, { idleAtMs: verdict.idleAtMs, usedMs, windowMs: limit.windowMs })
      if (counts.size > keysMax) counts.delete(counts.keys().next().value ?? '')
      return verdict
    },
    drain: (nowMs) => {
      const busy = [...counts].filter(
        ([, { idleAtMs, usedMs, windowMs }]) => usedMs > 0 && idleAtMs - nowMs > worthTelling * windowMs,
      )
      return busy.map(([key, count]) => {
        const { usedMs } = count
        count.usedMs = 0
        return { key, usedMs }
      })
    },
    learn: (key, idleAtMs) => {
      const count = counts.get(key)
      if (count !== undefined) count.idleAtMs = Math.max(count.idleAtMs, idleAtMs + count.usedMs)
    },
  }
}
