/** So many calls within so long; a burst may use them all at once. */
export interface Limit {
  readonly name: string
  readonly quota: number
  readonly windowMs: number
}

export interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  /** Until the next call is allowed when refused, until the whole quota is back otherwise. */
  readonly waitMs: number
}

/**
 * The generic cell rate algorithm: instead of a counter it keeps the time at which the limited thing would be idle
 * again. One number per key, no windows to roll over, and a burst is paid back evenly.
 */
export function decide(limit: Limit, nowMs: number, idleAtMs: number): Verdict & { idleAtMs: number } {
  const cost = limit.windowMs / limit.quota
  const next = Math.max(idleAtMs, nowMs) + cost
  const allowed = next - nowMs <= limit.windowMs
  return allowed
    ? { allowed, idleAtMs: next, ...standing(limit, nowMs, next) }
    : { allowed, idleAtMs, remaining: 0, waitMs: next - nowMs - limit.windowMs }
}

export function standing(
  limit: Limit,
  nowMs: number,
  idleAtMs: number,
): Pick<Verdict, 'remaining' | 'waitMs'> {
  const used = Math.max(0, idleAtMs - nowMs)
  return { remaining: Math.floor((limit.windowMs - used) / (limit.windowMs / limit.quota)), waitMs: used }
}
