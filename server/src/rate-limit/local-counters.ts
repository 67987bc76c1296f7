import { decide, type Limit, type Verdict } from './gcra.ts'

/** Rate-limit counters of this node, which include the usage that other nodes have shared. */
export interface LocalCounters {
  count(key: string, limit: Limit, nowMs: number): Verdict
  /** Usage on this node since the previous call, of keys that are above the sync threshold. */
  drain(nowMs: number): Usage[]
  /** Takes over the time at which the key has its full quota again, as summed over all nodes. */
  merge(key: string, idleAtMs: number): void
}

interface Usage {
  readonly key: string
  /** Number of calls times the cost of one call, in GCRA time. */
  readonly usedMs: number
}

interface Count {
  /** When the key has its full quota again. */
  idleAtMs: number
  /** Usage that was not shared with other nodes yet. */
  usedMs: number
  windowMs: number
}

const keysMax = 100_000
/** A key that uses a smaller part of its quota on each of a few nodes cannot exceed it, so it is not shared. */
const syncThreshold = 0.1

export function createLocalCounters(): LocalCounters {
  const counts = new Map<string, Count>()
  return {
    count: (key, limit, nowMs) => {
      const known = counts.get(key)
      const verdict = decide(limit, nowMs, known?.idleAtMs ?? 0)
      const cost = verdict.allowed ? limit.windowMs / limit.quota : 0
      const usedMs = (known === undefined || known.idleAtMs <= nowMs ? 0 : known.usedMs) + cost
      // Reinserting keeps the map in order of last use, so its first key is the least recently used one.
      counts.delete(key)
      counts.set(key, { idleAtMs: verdict.idleAtMs, usedMs, windowMs: limit.windowMs })
      if (counts.size > keysMax) counts.delete(counts.keys().next().value ?? '')
      return verdict
    },
    drain: (nowMs) => {
      const busy = [...counts].filter(
        ([, { idleAtMs, usedMs, windowMs }]) => usedMs > 0 && idleAtMs - nowMs > syncThreshold * windowMs,
      )
      return busy.map(([key, count]) => {
        const { usedMs } = count
        count.usedMs = 0
        return { key, usedMs }
      })
    },
    merge: (key, idleAtMs) => {
      const count = counts.get(key)
      if (count !== undefined) count.idleAtMs = Math.max(count.idleAtMs, idleAtMs + count.usedMs)
    },
  }
}
