import { day } from '../../lib/clock.ts'

export const activeKeysMax = 10

/** For so long an owner can enable a key that was disabled with the authority of its holder. */
export const enableWithinMs = 30 * day
