/** Seeded pseudorandom numbers: the same seed gives the same sequence on every machine. */
export class Random {
  #state: number

  /** Each topic has its own sequence, so that a change in one does not affect the others. */
  constructor(seed: number, topic: string) {
    this.#state = [...topic].reduce(
      (hash, letter) => Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 16_777_619),
      seed,
    )
  }

  below(limit: number): number {
    // Mulberry32: small and sufficiently uniform.
    this.#state = (this.#state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296) * limit)
  }

  /** Inclusive of both ends. */
  between(from: number, to: number): number {
    return from + this.below(to - from + 1)
  }

  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(items: readonly T[]): T {
    const [item] = this.some(items, 1)
    if (item === undefined) throw new RangeError('Cannot pick from an empty list.')
    return item
  }

  /** Distinct items in random order; fewer if there are not enough. */
  some<T>(items: readonly T[], count: number): T[] {
    const rest = [...items]
    const taken = Math.min(count, rest.length)
    return Array.from({ length: taken }, () => rest.splice(this.below(rest.length), 1)).flat()
  }

  shuffle<T>(items: readonly T[]): T[] {
    return this.some(items, items.length)
  }
}
