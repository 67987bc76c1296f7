/** Chance that repeats itself: the same seed throws the same numbers on every machine. */
export class Dice {
  #state: number

  /** Each matter has dice of its own, so that a change in one leaves the others as they are. */
  constructor(seed: number, matter: string) {
    this.#state = [...matter].reduce(
      (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619),
      seed,
    )
  }

  below(limit: number): number {
    // Mulberry32: small, even enough for a play, and the same everywhere.
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }

  /** Both ends included. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1)
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(items: readonly T[]): T {
    const [item] = this.some(items, 1)
    if (item === undefined) throw new RangeError('There is nothing to pick from.')
    return item
  }

  /** Different ones, in any order; fewer when there are not so many. */
  some<T>(items: readonly T[], count: number): T[] {
    const rest = [...items]
    const taken = Math.min(count, rest.length)
    return Array.from({ length: taken }, () => rest.splice(this.below(rest.length), 1)).flat()
  }

  shuffle<T>(items: readonly T[]): T[] {
    return this.some(items, items.length)
  }
}
