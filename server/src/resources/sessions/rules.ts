import { day } from '../../lib/clock.ts'

/** A session ends when nobody used it for this long, and in any case after `sessionMaxMs`. */
export const sessionIdleMs = 7 * day
export const sessionMaxMs = 30 * day

/** Beyond it, the session that was unused for longest ends. */
export const sessionsMax = 20
