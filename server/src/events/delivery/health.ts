/** The only place that decides when a failing webhook is disabled. Pure. */
import { day } from '../../lib/clock.ts'

const failingMs = 5 * day
const failuresMin = 20

/** Since when, and how often, every attempt has failed. */
export interface Health {
  readonly failures: number
  readonly first_failure_at: Date | null
  readonly warned_at: Date | null
}

export type HealthAction = 'keep' | 'warn' | 'disable'

export const healthy: Health = { failures: 0, first_failure_at: null, warned_at: null }

export function afterFailure(health: Health, now: Date): Health {
  return {
    ...health,
    failures: health.failures + 1,
    first_failure_at: health.first_failure_at ?? now,
  }
}

/** Warns once, halfway to being disabled. */
export function healthActionOf(
  { failures, first_failure_at: since, warned_at }: Health,
  now: Date,
): HealthAction {
  const forMs = since === null ? 0 : now.getTime() - since.getTime()
  if (forMs >= failingMs && failures >= failuresMin) return 'disable'
  const isHalfway = forMs >= failingMs / 2 && failures >= failuresMin / 2
  return isHalfway && warned_at === null ? 'warn' : 'keep'
}
