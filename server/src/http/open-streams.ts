import { Failure } from '../failure.ts'
import { createBeats, type Beats } from './beats.ts'

/** So many streams one caller and one process hold open; each costs memory for as long as it lasts. */
const perCallerMax = 100
const perProcessMax = 10_000

export interface OpenStreams {
  /** What keeps them alive. */
  readonly beats: Beats
  /** Takes a place, or refuses; what it answers gives the place back. */
  take(caller: string, end: () => void): () => void
  /** Ends something that waits when the server stops, without taking a place. */
  endWith(end: () => void): () => void
  count(): number
  /** The server stops: callers come back to another node, or later. */
  endAll(): void
}

export function createOpenStreams(): OpenStreams {
  const open = new Map<string, number>()
  const ends = new Set<() => void>()
  const waits = new Set<() => void>()
  return {
    beats: createBeats(),
    endWith: (end) => {
      waits.add(end)
      return () => void waits.delete(end)
    },
    take: (caller, end) => {
      const own = open.get(caller) ?? 0
      if (own >= perCallerMax || ends.size >= perProcessMax) {
        throw new Failure('too-many-requests', 'Too many streams are open.', {
          hint: 'Close one, then open another.',
          retryAfterSeconds: 5,
        })
      }
      open.set(caller, own + 1)
      ends.add(end)
      return () => {
        ends.delete(end)
        const left = (open.get(caller) ?? 1) - 1
        if (left === 0) open.delete(caller)
        else open.set(caller, left)
      }
    },
    count: () => ends.size,
    endAll: () => {
      for (const end of [...ends, ...waits]) end()
    },
  }
}
