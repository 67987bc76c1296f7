import { Broken, type Counts, type SizeName, type Suite } from './suite.ts'

export interface Tried {
  readonly suite: Suite
  readonly size: number
  readonly seed: number
  readonly seconds: number
  /** Null when the claim did not hold. */
  readonly counts: Counts | null
  /** What was not as claimed. */
  readonly broken: string | null
  readonly faults: readonly Noticed[]
}

/** What became of a fault that was planted. */
export interface Noticed {
  readonly name: string
  readonly breaks: string
  /** What the suite said of it; null when it saw nothing. */
  readonly said: string | null
}

export interface Choice {
  readonly size: SizeName
  readonly seed: number
  progress(line: string): void
}

/** Tries the product, then each planted fault at the quick size. */
export async function trySuite(suite: Suite, { size: name, seed, progress }: Choice): Promise<Tried> {
  const size = suite.sizes[name]
  const began = performance.now()
  const outcome = await attempt(suite, undefined, { size, seed, progress })
  const seconds = Math.round((performance.now() - began) / 100) / 10
  const faults: Noticed[] = []
  if (outcome.broken === null) {
    for (const [fault, breaks] of Object.entries(suite.faults)) {
      const quick = { size: suite.sizes.quick, seed, progress }
      faults.push({ name: fault, breaks, said: (await attempt(suite, fault, quick)).broken })
    }
  }
  return { suite, size, seed, seconds, ...outcome, faults }
}

/** A mistake of the suite itself is thrown: it is neither a proof nor a finding. */
export async function attempt(
  suite: Suite,
  fault: string | undefined,
  { size, seed, progress }: { size: number; seed: number; progress: (line: string) => void },
): Promise<Pick<Tried, 'counts' | 'broken'>> {
  const planted = fault === undefined ? '' : ` with ${fault}`
  const tell = (done: number) => progress(`${suite.name}${planted}: ${done} of ${size} ${suite.unit}`)
  try {
    return { counts: await suite.run({ size, seed, fault, progress: tell }), broken: null }
  } catch (error) {
    if (error instanceof Broken) return { counts: null, broken: error.message }
    throw error
  }
}

export function holds({ broken, faults }: Tried): boolean {
  return broken === null && faults.every(({ said }) => said !== null)
}
