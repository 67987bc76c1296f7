import { day } from '../../lib/clock.ts'

export const activeKeysMax = 10

/** How long an owner can enable a key that was disabled because its holder lost authority. */
export const enableWithinMs = 30 * day
