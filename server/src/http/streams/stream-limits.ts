import { Failure } from '../../failure.ts'
import { second } from '../../lib/clock.ts'
import { createBeats, type Beats } from './sse-keepalive.ts'

/** Streams that one caller and one process hold open, and long polls likewise; each costs memory for as long as it lasts. */
const perCallerMax = 100
const perProcessMax = 10_000

export interface OpenStreams {
  /** What keeps them alive. */
  readonly beats: Beats
  /** What looks after their authority, once a second. */
  readonly ticks: Beats
  /** Takes a place, or refuses; what it answers gives the place back. */
  take(caller: string, end: () => void): () => void
  /** Refuses a caller that has no long poll left. */
  requirePoll(caller: string): void
  /** The same for a long poll: undefined when there is no place left. */
  takePoll(caller: string, end: () => void): (() => void) | undefined
  count(): number
  /** The server stops: callers come back to another node, or later. */
  endAll(): void
}

export function createOpenStreams(): OpenStreams {
  const streams = createPlaces()
  const polls = createPlaces()
  return {
    beats: createBeats(),
    ticks: createBeats(second),
    take: (caller, end) =>
      streams.take(caller, end) ?? refuse('Too many streams are open.', 'Close one, then open another.'),
    requirePoll: (caller) => {
      if (polls.isFull(caller)) {
        refuse(
          `At most ${perCallerMax} calls of one caller wait for an answer.`,
          'Set "configuration.returnImmediately", or wait until one of them has returned.',
        )
      }
    },
    takePoll: (caller, end) => polls.take(caller, end),
    count: () => streams.count(),
    endAll: () => {
      streams.endAll()
      polls.endAll()
    },
  }
}

function refuse(detail: string, hint: string): never {
  throw new Failure('too-many-requests', detail, { hint, retryAfterSeconds: 5 })
}

/** Counts what callers hold open. */
function createPlaces() {
  const open = new Map<string, number>()
  const ends = new Set<() => void>()
  const isFull = (caller: string) => (open.get(caller) ?? 0) >= perCallerMax || ends.size >= perProcessMax
  return {
    isFull,
    take: (caller: string, end: () => void) => {
      if (isFull(caller)) return undefined
      open.set(caller, (open.get(caller) ?? 0) + 1)
      ends.add(end)
      return () => {
        if (!ends.delete(end)) return
        const left = (open.get(caller) ?? 1) - 1
        if (left === 0) open.delete(caller)
        else open.set(caller, left)
      }
    },
    count: () => ends.size,
    endAll: () => {
      for (const end of ends) end()
    },
  }
}
