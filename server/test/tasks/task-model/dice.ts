import { fail } from '../../fixtures/harness.ts'

/** Chance that repeats itself: the same seed gives the same game. */
export interface Dice {
  /** A whole number from 0 up to, but not including, that many sides. */
  roll(sides: number): number
  /** True in so many of a hundred cases. */
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
  // Games of seeds that are near each other would begin alike.
  for (let skipped = 0; skipped < 16; skipped++) roll(2)
  return {
    roll,
    chance: (percent) => roll(100) < percent,
    pick: (things) => things[roll(things.length)] ?? fail('nothing to pick from'),
  }
}
