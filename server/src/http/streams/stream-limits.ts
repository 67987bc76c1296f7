import type { AnyCaller } from '../../caller.ts'
import { Failure } from '../../failure.ts'
import { second } from '../../lib/clock.ts'
import { createCounts } from '../../lib/counts.ts'
import { callerAccount, callerKey } from '../receive/caller-key.ts'
import { createTicker, type Ticker } from './sse-keepalive.ts'

/** Limits of open streams, and separately of long polls: each one uses memory while it is open. */
export const perCallerMax = 100
export const perProcessMax = 12_000
/** The last slots of a node are reserved for accounts with few open ones, so that neither one account nor many addresses take all. */
export const reserved = 2000
export const fewMax = 10

export interface OpenStreams {
  /** Sends keepalives. */
  readonly keepalives: Ticker
  /** Rechecks the authority of callers, once a second. */
  readonly authorityTicks: Ticker
  /** Takes a slot or refuses. Returns the function that frees the slot. */
  take(caller: AnyCaller, end: () => void): () => void
  /** Refuses a caller without a free long-poll slot. */
  requireLongPoll(caller: AnyCaller): void
  /** Takes a long-poll slot; undefined if none is free. */
  takeLongPoll(caller: AnyCaller, end: () => void): (() => void) | undefined
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
      refuse(streams, caller, {
        detail: `At most ${perCallerMax} streams can be open per caller.`,
        hint: 'Close a stream, then open another.',
      }),
    requireLongPoll: (caller) => {
      if (polls.isFull(caller)) {
        refuse(polls, caller, {
          detail: `At most ${perCallerMax} calls can wait for a reply per caller.`,
          hint: 'Set "configuration.returnImmediately", or wait until one of the calls returns.',
        })
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

interface Refusal {
  readonly detail: string
  readonly hint: string
}

function refuse(slots: Slots, caller: AnyCaller, perCaller: Refusal): never {
  const { detail, hint } = slots.hasMax(caller) ? perCaller : nodeFull
  throw new Failure('too-many-requests', detail, { hint, retryAfterSeconds: 5 })
}

const nodeFull: Refusal = {
  detail: 'The server has no capacity for more streams or waiting calls.',
  hint: 'Close other streams, or try again later.',
}

type Slots = ReturnType<typeof createSlots>

/** Counts open slots per caller, per account and in total. */
function createSlots() {
  const perCaller = createCounts()
  const perAccount = createCounts()
  const ends = new Set<() => void>()
  const hasMax = (caller: AnyCaller) => perCaller.of(callerKey(caller)) >= perCallerMax
  const isFull = (caller: AnyCaller) => {
    const hasFew = caller.kind !== 'stranger' && perAccount.of(callerAccount(caller)) < fewMax
    return hasMax(caller) || ends.size >= (hasFew ? perProcessMax : perProcessMax - reserved)
  }
  return {
    hasMax,
    isFull,
    take: (caller: AnyCaller, end: () => void) => {
      if (isFull(caller)) return undefined
      perCaller.add(callerKey(caller), 1)
      perAccount.add(callerAccount(caller), 1)
      ends.add(end)
      return () => {
        if (!ends.delete(end)) return
        perCaller.add(callerKey(caller), -1)
        perAccount.add(callerAccount(caller), -1)
      }
    },
    count: () => ends.size,
    endAll: () => {
      for (const end of ends) end()
    },
  }
}
