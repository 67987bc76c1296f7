/** The definition of a suite; `prove/suites.ts` lists all of them. */

export interface Suite {
  readonly name: string
  /** The property that the suite tries to falsify, in one sentence. */
  readonly claim: string
  /** The unit of its sizes. */
  readonly unit: string
  readonly sizes: Readonly<Record<SizeName, number>>
  /**
   * Planted faults: name → what the fault breaks. The suite must detect every one of them at its quick size, because a
   * suite that never fails proves nothing.
   */
  readonly faults: Readonly<Record<string, string>>
  /** Throws `ClaimViolation` when the claim does not hold. Any other error is a defect of the suite itself. */
  run(options: RunOptions): Promise<Counts>
}

export type SizeName = 'quick' | 'release'

export interface RunOptions {
  readonly size: number
  readonly seed: number
  /** Name of the fault to plant; undefined for an unmodified product. */
  readonly fault: string | undefined
  /** Reports how many units are done. */
  progress(done: number): void
}

/** Counters for the result file: responses by status, kills, invariants checked. */
export type Counts = Readonly<Record<string, number>>

/** The claim of a suite does not hold. */
export class ClaimViolation extends Error {
  override name = 'ClaimViolation'
}

export function assertClaim(holds: boolean, violation: string): asserts holds {
  if (!holds) throw new ClaimViolation(violation)
}
