/** What is proved, and by which means; `prove/suites.ts` lists them all. */

export interface Suite {
  readonly name: string
  /** What is so when it passes, in one sentence. */
  readonly claim: string
  /** What its size counts. */
  readonly unit: string
  readonly sizes: Readonly<Record<SizeName, number>>
  /**
   * Faults to plant on purpose, by name, and what each breaks. A suite must notice every one of them at its quick size:
   * one that never found anything proves nothing.
   */
  readonly faults: Readonly<Record<string, string>>
  /** Throws `Broken` when it sees what must not be; any other error is a mistake of the suite. */
  run(run: Run): Promise<Counts>
}

export type SizeName = 'quick' | 'release'

export interface Run {
  readonly size: number
  readonly seed: number
  /** The name of the fault to plant; undefined when the product is tried as it is. */
  readonly fault: string | undefined
  /** Tells whoever waits how far it is, in units. */
  progress(done: number): void
}

/** What was done and seen, for the result file: answers by status, kills, invariants checked. */
export type Counts = Readonly<Record<string, number>>

/** The claim of a suite does not hold. */
export class Broken extends Error {
  override name = 'Broken'
}

export function must(holds: boolean, otherwise: string): asserts holds {
  if (!holds) throw new Broken(otherwise)
}
