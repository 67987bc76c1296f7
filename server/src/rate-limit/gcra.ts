/** `quota` calls per window; a burst may use the full quota immediately. */
export interface Limit {
  readonly name: string
  readonly quota: number
  readonly windowMs: number
}

export interface Verdict {
  readonly allowed: boolean
  readonly remaining: number
  /** Time until the next call is allowed if refused, otherwise until the full quota is available again. */
  readonly waitMs: number
}

/**
 * Generic cell rate algorithm (GCRA). Instead of a counter it keeps the time at which the full quota is available again:
 * one number per key, no windows that roll over, and a burst is paid back evenly.
 */
export function decide(limit: Limit, nowMs: number, idleAtMs: number): Verdict & { idleAtMs: number } {
  const cost = limit.windowMs / limit.quota
  const next = Math.max(idleAtMs, nowMs) + cost
  const allowed = next - nowMs <= limit.windowMs
  return allowed
    ? { allowed, idleAtMs: next, ...quotaStatus(limit, nowMs, next) }
    : { allowed, idleAtMs, remaining: 0, waitMs: next - nowMs - limit.windowMs }
}

export function quotaStatus(
  limit: Limit,
  nowMs: number,
  idleAtMs: number,
): Pick<Verdict, 'remaining' | 'waitMs'> {
  const used = Math.max(0, idleAtMs - nowMs)
  return { remaining: Math.floor((limit.windowMs - used) / (limit.windowMs / limit.quota)), waitMs: used }
}
