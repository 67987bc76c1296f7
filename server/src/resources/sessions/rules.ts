import { day, minute } from '../../lib/clock.ts'

/** Idle timeout; the absolute one is `sessionMaxMs`. */
export const sessionIdleMs = 7 * day
export const sessionMaxMs = 30 * day

/** How long an entered password counts as recent. */
export const recentPasswordMs = 10 * minute

/** Above it, the least recently used session ends. */
export const sessionsMax = 20
