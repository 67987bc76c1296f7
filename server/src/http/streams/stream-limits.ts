import { Failure } from '../../failure.ts'
import { second } from '../../lib/clock.ts'
import { createTicker, type Ticker } from './sse-keepalive.ts'

/** Limits of open streams, and separately of long polls: each one uses memory while it is open. */
const perCallerMax = 100
const perProcessMax = 10_000

export interface OpenStreams {
  /** Sends keepalives. */
  readonly keepalives: Ticker
  /** Rechecks the authority of callers, once a second. */
  readonly authorityTicks: Ticker
  /** Takes a slot or refuses. Returns the function that frees the slot. */
  take(caller: string, end: () => void): () => void
  /** Refuses a caller without a free long-poll slot. */
  requireLongPoll(caller: string): void
  /** Takes a long-poll slot; undefined if none is free. */
  takeLongPoll(caller: string, end: () => void): (() => void) | undefined
  count(): number
  /** Ends all of them when the server stops; clients reconnect to another node, or later. */
  endAll(): void
}

export function createOpenStreams(): OpenStreams {
  const streams = createSlots()
  const polls = createSlots()
  return {
    keepalives: createTicker(),
    authorityTicks: createTicker(second),
    take: (caller, end) =>
      streams.take(caller, end) ??
      refuse(`At most ${perCallerMax} streams can be open per caller.`, 'Close a stream, then open another.'),
    requireLongPoll: (caller) => {
      if (polls.isFull(caller)) {
        refuse(
          `At most ${perCallerMax} calls can wait for a reply per caller.`,
          'Set "configuration.returnImmediately", or wait until one of the calls returns.',
        )
      }
    },
    takeLongPoll: (caller, end) => polls.take(caller, end),
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

/** Counts open slots per caller and in total. */
function createSlots() {
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
