/** The only place that decides how much this node sends at once, and where it sends nothing for a while. */
import { setTimeout as delay } from 'node:timers/promises'
import { minute, second } from '../../lib/clock.ts'

const atOnceMax = 64
export const atOncePerHostMax = 8
/** One owner never takes all connections to a host that others use too. */
export const atOncePerOwnerAndHostMax = 4
/** One owner has so many deliveries under way, on all nodes together. */
export const atOncePerOwnerMax = 16
/** The last places of a node are for owners that have nothing under way. */
export const reservedForFirst = 16
const perLaneMax = 10
const laneWindowMs = second
const failuresUntilRest = 10
export const restMs = minute
const lanesMax = 10_000

/** The way from an agent to a host: agents that share a host do not share its failures. */
export interface Lane {
  readonly ownerId: string
  readonly agentId: string
  readonly host: string
}

/** What takes nothing now. */
export interface Closed {
  readonly hosts: readonly string[]
  /** Owner and host, as `pairKey` writes them. */
  readonly pairs: readonly string[]
  /** Agent and host, as `laneKey` writes them. */
  readonly lanes: readonly string[]
}

export interface Traffic {
  /** How many more may be sent now. */
  free(): number
  closed(now: Date): Closed
  /** Takes a place, if there is one. What is urgent goes also where everything failed lately. */
  enter(lane: Lane, now: Date, urgent?: boolean): boolean
  leave(lane: Lane, now: Date, succeeded: boolean): Turn
  /** Keeps an eye on what is under way. */
  follow(flight: Promise<unknown>): void
  /** Resolves when nothing is under way any more, or after so long. */
  settled(atMostMs: number): Promise<void>
}

/** What the end of an attempt means for its lane: it rests now, it is good again, or nothing changes. */
export type Turn = 'rests' | 'recovers' | 'goes on'

export function createTraffic(): Traffic {
  const flights = new Set<Promise<unknown>>()
  const perHost = createCounts()
  const perPair = createCounts()
  const lanes = createLanes()
  let atOnce = 0
  return {
    free: () => atOnceMax - atOnce,
    closed: (now) => ({
      hosts: perHost.atLeast(atOncePerHostMax),
      pairs: perPair.atLeast(atOncePerOwnerAndHostMax),
      lanes: lanes.closed(now.getTime()),
    }),
    enter: (lane, now, urgent = false) => {
      const state = lanes.of(lane)
      const isFull =
        atOnce >= atOnceMax ||
        perHost.of(lane.host) >= atOncePerHostMax ||
        perPair.of(pairKey(lane)) >= atOncePerOwnerAndHostMax
      if (isFull || !isOpen(state, now.getTime(), urgent)) return false
      atOnce += 1
      perHost.add(lane.host, 1)
      perPair.add(pairKey(lane), 1)
      state.sentAt = [...recent(state, now.getTime()), now.getTime()]
      if (state.failures >= failuresUntilRest) state.restsUntil = now.getTime() + restMs
      return true
    },
    leave: (lane, now, succeeded) => {
      atOnce -= 1
      perHost.add(lane.host, -1)
      perPair.add(pairKey(lane), -1)
      return turn(lanes.of(lane), now.getTime(), succeeded)
    },
    follow: (flight) => {
      flights.add(flight)
      void flight.finally(() => flights.delete(flight)).catch(() => undefined)
    },
    settled: async (atMostMs) => {
      const patience = new AbortController()
      const late = delay(atMostMs, undefined, { signal: patience.signal }).catch(() => undefined)
      await Promise.race([Promise.allSettled(flights), late])
      patience.abort()
    },
  }
}

export function laneKey({ agentId, host }: Pick<Lane, 'agentId' | 'host'>): string {
  return `${agentId} ${host}`
}

export function pairKey({ ownerId, host }: Pick<Lane, 'ownerId' | 'host'>): string {
  return `${ownerId} ${host}`
}

function createCounts() {
  const counts = new Map<string, number>()
  return {
    of: (key: string) => counts.get(key) ?? 0,
    add: (key: string, change: number) => {
      const count = (counts.get(key) ?? 0) + change
      if (count <= 0) counts.delete(key)
      else counts.set(key, count)
    },
    atLeast: (limit: number) => [...counts].filter(([, count]) => count >= limit).map(([key]) => key),
  }
}

interface LaneState {
  /** When messages were sent lately. */
  sentAt: number[]
  /** Failures since the last success. */
  failures: number
  /** After many failures one message a minute tries whether things are better. */
  restsUntil: number
}

/** Lanes of which there is something to know; the one unused for longest is forgotten when they are too many. */
function createLanes() {
  const lanes = new Map<string, LaneState>()
  return {
    of: (lane: Lane): LaneState => {
      const key = laneKey(lane)
      const state = lanes.get(key) ?? { sentAt: [], failures: 0, restsUntil: 0 }
      lanes.delete(key)
      lanes.set(key, state)
      const [oldest] = lanes.keys()
      if (lanes.size > lanesMax && oldest !== undefined) lanes.delete(oldest)
      return state
    },
    closed: (now: number): string[] => {
      for (const [key, state] of lanes) {
        state.sentAt = recent(state, now)
        if (state.sentAt.length === 0 && state.failures === 0) lanes.delete(key)
      }
      return [...lanes].filter(([, state]) => !isOpen(state, now, false)).map(([key]) => key)
    },
  }
}

function isOpen(state: LaneState, now: number, urgent: boolean): boolean {
  const rests = state.failures >= failuresUntilRest && now < state.restsUntil && !urgent
  return !rests && recent(state, now).length < perLaneMax
}

function recent({ sentAt }: LaneState, now: number): number[] {
  return sentAt.filter((at) => now - at < laneWindowMs)
}

function turn(state: LaneState, now: number, succeeded: boolean): Turn {
  const rested = state.failures >= failuresUntilRest
  state.failures = succeeded ? 0 : state.failures + 1
  if (state.failures === failuresUntilRest) state.restsUntil = now + restMs
  if (rested && succeeded) return 'recovers'
  return state.failures >= failuresUntilRest ? 'rests' : 'goes on'
}
