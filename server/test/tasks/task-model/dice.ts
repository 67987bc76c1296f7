import { fail } from '../../fixtures/harness.ts'

/** Seeded random numbers: the same seed gives the same run. */
export interface Dice {
  /** Integer in [0, sides). */
  roll(sides: number): number
  /** True with this probability. */
  chance(percent: number): boolean
  pick<T>(things: readonly T[]): T
}

export function diceOf(seed: number): Dice {
  let bits = seed === 0 ? 1 : seed | 0
  const roll = (sides: number) => {
    bits ^= bits << 13
    bits ^= bits >>> 17
    bits ^= bits << 5
    return (bits >>> 0) % sides
  }
  // The first values of neighboring seeds are alike, so they are discarded.
  for (let skipped = 0; skipped < 16; skipped++) roll(2)
  return {
    roll,
    chance: (percent) => roll(100) < percent,
    pick: (things) => things[roll(things.length)] ?? fail('nothing to pick from'),
  }
}
