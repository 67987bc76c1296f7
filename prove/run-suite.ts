import { fileURLToPath } from 'node:url'
import { ClaimViolation, type Counts, type SizeName, type Suite } from './suite.ts'

export interface SuiteResult {
  readonly suite: Suite
  readonly size: number
  readonly seed: number
  readonly seconds: number
  /** Null when the claim was violated. */
  readonly counts: Counts | null
  readonly violation: string | null
  readonly faults: readonly FaultResult[]
}

/** Whether the suite detected one planted fault. */
interface FaultResult {
  readonly name: string
  readonly breaks: string
  /** The violation the suite reported; null when the fault went undetected. */
  readonly detectedAs: string | null
}

interface SuiteOptions {
  readonly size: SizeName
  readonly seed: number
  progress(line: string): void
}

/** Runs the suite on the unmodified product, then with each planted fault. */
export async function runSuite(
  suite: Suite,
  { size: name, seed, progress }: SuiteOptions,
): Promise<SuiteResult> {
  const size = suite.sizes[name]
  const start = performance.now()
  const outcome = await runOnce(suite, undefined, { size, seed, progress })
  const seconds = Math.round((performance.now() - start) / 100) / 10
  const faults: FaultResult[] = []
  if (outcome.violation === null) {
    for (const [fault, breaks] of Object.entries(suite.faults)) {
      faults.push({ name: fault, breaks, detectedAs: await detect(suite, fault, { seed, progress }) })
    }
  }
  return { suite, size, seed, seconds, ...outcome, faults }
}

/** Timing decides whether some faults have an effect in one quick run. */
const attemptsMax = 3

/** Runs the quick size with a planted fault; returns the violation, or null if no attempt detects the fault. */
export async function detect(
  suite: Suite,
  fault: string,
  { seed, progress }: Pick<SuiteOptions, 'seed' | 'progress'>,
): Promise<string | null> {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const quick = { size: suite.sizes.quick, seed: seed + attempt, progress }
    const { violation } = await runOnce(suite, fault, quick)
    if (violation !== null) return violation
  }
  return null
}

/** Stack traces name files by their absolute path, which a result must not contain. */
const root = fileURLToPath(new URL('..', import.meta.url))

/** Rethrows errors other than violations: a defect of the suite is neither a proof nor a finding. */
export async function runOnce(
  suite: Suite,
  fault: string | undefined,
  { size, seed, progress }: { size: number; seed: number; progress: (line: string) => void },
): Promise<Pick<SuiteResult, 'counts' | 'violation'>> {
  const planted = fault === undefined ? '' : ` with ${fault}`
  const report = (done: number) => progress(`${suite.name}${planted}: ${done} of ${size} ${suite.unit}`)
  try {
    return { counts: await suite.run({ size, seed, fault, progress: report }), violation: null }
  } catch (error) {
    if (error instanceof ClaimViolation)
      return { counts: null, violation: error.message.replaceAll(root, '') }
    throw error
  }
}

/** The claim holds and every planted fault was detected. */
export function isProved({ violation, faults }: SuiteResult): boolean {
  return violation === null && faults.every(({ detectedAs }) => detectedAs !== null)
}
