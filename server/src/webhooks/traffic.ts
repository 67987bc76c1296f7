/** The only place that decides how much this node sends at once, and where it sends nothing for a while. */
import { setTimeout as delay } from 'node:timers/promises'
import { minute, second } from '../lib/clock.ts'

const atOnceMax = 64
export const atOncePerHostMax = 4
const perLaneMax = 10
const laneWindowMs = second
const failuresUntilRest = 10
export const restMs = minute
const lanesMax = 10_000

/** The way from an agent to a host: agents that share a host do not share its failures. */
export interface Lane {
  readonly agentId: string
  readonly host: string
}

export interface Traffic {
  /** How many more may be sent now. */
  free(): number
  /** Hosts and lanes that take nothing now. */
  closed(now: Date): { readonly hosts: string[]; readonly lanes: string[] }
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
  const perHost = new Map<string, number>()
  const lanes = createLanes()
  let atOnce = 0
  return {
    free: () => atOnceMax - atOnce,
    closed: (now) => {
      const full = [...perHost].filter(([, count]) => count >= atOncePerHostMax)
      return { hosts: full.map(([host]) => host), lanes: lanes.closed(now.getTime()) }
    },
    enter: (lane, now, urgent = false) => {
      const count = perHost.get(lane.host) ?? 0
      const state = lanes.of(lane)
      const isFull = atOnce >= atOnceMax || count >= atOncePerHostMax
      if (isFull || !isOpen(state, now.getTime(), urgent)) return false
      atOnce += 1
      perHost.set(lane.host, count + 1)
      state.sentAt = [...recent(state, now.getTime()), now.getTime()]
      if (state.failures >= failuresUntilRest) state.restsUntil = now.getTime() + restMs
      return true
    },
    leave: (lane, now, succeeded) => {
      atOnce -= 1
      const count = (perHost.get(lane.host) ?? 1) - 1
      if (count === 0) perHost.delete(lane.host)
      else perHost.set(lane.host, count)
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

export function laneKey({ agentId, host }: Lane): string {
  return `${agentId} ${host}`
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
