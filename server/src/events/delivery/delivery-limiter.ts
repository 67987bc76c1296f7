/** The only place that limits how many deliveries this node sends concurrently, and pauses failing targets. */
import { setTimeout as delay } from 'node:timers/promises'
import { minute, second } from '../../lib/clock.ts'
import { createCounts } from '../../lib/counts.ts'

const concurrentMax = 64
export const concurrentPerHostMax = 8
/** Keeps one owner from using all connections to a host that other owners use too. */
export const concurrentPerOwnerAndHostMax = 4
/** Deliveries of one owner in flight, on all nodes together. */
export const concurrentPerOwnerMax = 16
/** The last slots of a node are reserved for owners with nothing in flight. */
export const reservedForIdleOwners = 16
const perLaneMax = 10
const laneWindowMs = second
const failuresUntilPause = 10
export const pauseMs = minute
const lanesMax = 10_000

/**
 * Path from an agent to a host. Failures are tracked per lane, because agents that share a host do not share its
 * failures.
 */
interface Lane {
  readonly ownerId: string
  readonly agentId: string
  readonly host: string
}

/** Targets that accept no more deliveries now. */
export interface SaturatedTargets {
  readonly hosts: readonly string[]
  /** Owner and host, as formatted by `pairKey`. */
  readonly pairs: readonly string[]
  /** Agent and host, as formatted by `laneKey`. */
  readonly lanes: readonly string[]
}

export interface DeliveryLimiter {
  /** Number of free slots. */
  available(): number
  saturated(now: Date): SaturatedTargets
  /** Takes a slot if available. `urgent` ignores a pause after failures. */
  tryAcquire(lane: Lane, now: Date, urgent?: boolean): boolean
  release(lane: Lane, now: Date, succeeded: boolean): LaneChange
  /** Tracks an attempt for `drain`. */
  track(attempt: Promise<unknown>): void
  /** Resolves when no attempt is in flight, or after the timeout. */
  drain(timeoutMs: number): Promise<void>
}

/** Effect of an attempt on its lane. */
export type LaneChange = 'paused' | 'recovered' | 'unchanged'

export function createDeliveryLimiter(): DeliveryLimiter {
  const attempts = new Set<Promise<unknown>>()
  const perHost = createCounts()
  const perPair = createCounts()
  const lanes = createLanes()
  let inFlight = 0
  return {
    available: () => concurrentMax - inFlight,
    saturated: (now) => ({
      hosts: perHost.atLeast(concurrentPerHostMax),
      pairs: perPair.atLeast(concurrentPerOwnerAndHostMax),
      lanes: lanes.closed(now.getTime()),
    }),
    tryAcquire: (lane, now, urgent = false) => {
      const state = lanes.of(lane)
      const isFull =
        inFlight >= concurrentMax ||
        perHost.of(lane.host) >= concurrentPerHostMax ||
        perPair.of(pairKey(lane)) >= concurrentPerOwnerAndHostMax
      if (isFull || !isOpen(state, now.getTime(), urgent)) return false
      inFlight += 1
      perHost.add(lane.host, 1)
      perPair.add(pairKey(lane), 1)
      state.sentAt = [...recent(state, now.getTime()), now.getTime()]
      if (state.failures >= failuresUntilPause) state.pausedUntil = now.getTime() + pauseMs
      return true
    },
    release: (lane, now, succeeded) => {
      inFlight -= 1
      perHost.add(lane.host, -1)
      perPair.add(pairKey(lane), -1)
      return recordResult(lanes.of(lane), now.getTime(), succeeded)
    },
    track: (attempt) => {
      attempts.add(attempt)
      void attempt.finally(() => attempts.delete(attempt)).catch(() => undefined)
    },
    drain: async (timeoutMs) => {
      const timer = new AbortController()
      const timeout = delay(timeoutMs, undefined, { signal: timer.signal }).catch(() => undefined)
      await Promise.race([Promise.allSettled(attempts), timeout])
      timer.abort()
    },
  }
}

export function laneKey({ agentId, host }: Pick<Lane, 'agentId' | 'host'>): string {
  return `${agentId} ${host}`
}

export function pairKey({ ownerId, host }: Pick<Lane, 'ownerId' | 'host'>): string {
  return `${ownerId} ${host}`
}

interface LaneState {
  /** Times of recent attempts. */
  sentAt: number[]
  /** Consecutive failures. */
  failures: number
  /** End of the pause. While a lane fails, one probe per minute tests it. */
  pausedUntil: number
}

/** LRU of lanes with recent attempts or failures. */
function createLanes() {
  const lanes = new Map<string, LaneState>()
  return {
    of: (lane: Lane): LaneState => {
      const key = laneKey(lane)
      const state = lanes.get(key) ?? { sentAt: [], failures: 0, pausedUntil: 0 }
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
  const isPaused = state.failures >= failuresUntilPause && now < state.pausedUntil && !urgent
  return !isPaused && recent(state, now).length < perLaneMax
}

function recent({ sentAt }: LaneState, now: number): number[] {
  return sentAt.filter((at) => now - at < laneWindowMs)
}

function recordResult(state: LaneState, now: number, succeeded: boolean): LaneChange {
  const wasPaused = state.failures >= failuresUntilPause
  state.failures = succeeded ? 0 : state.failures + 1
  if (state.failures === failuresUntilPause) state.pausedUntil = now + pauseMs
  if (wasPaused && succeeded) return 'recovered'
  return state.failures >= failuresUntilPause ? 'paused' : 'unchanged'
}
