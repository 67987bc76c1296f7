import type { WorktreeCopy } from './worktree-copy.ts'
import { applyMutant, type Mutant } from './mutant.ts'
import { runTests, type TestRun } from './run-tests.ts'

export interface MutantResult {
  readonly mutant: Mutant
  /** `misplaced`: the quoted text does not occur exactly once. `broken`: the code does not load, so no test could fail. */
  readonly result: 'caught' | 'survived' | 'misplaced' | 'broken'
  /** The failed test, or the reason for another result. */
  readonly by: string
  readonly seconds: number
}

const mutantMsMax = 300_000
const suiteMsMax = 1_800_000

/** Runs all tests once without a mutant: a test that fails anyway detects nothing. */
export async function baselineFailures(
  copies: readonly WorktreeCopy[],
  mutants: readonly Mutant[],
): Promise<string[]> {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests))]
  const runs = copies.map(async (copy, index) => {
    const share = tests.filter((_test, place) => place % copies.length === index)
    const run: TestRun =
      share.length === 0
        ? { outcome: 'passed', failed: [], reason: '' }
        : await runTests(copy, share, suiteMsMax)
    if (run.outcome === 'passed') return []
    return run.failed.length > 0 ? run.failed : [`${run.outcome}: ${run.reason}`]
  })
  return (await Promise.all(runs)).flat()
}

/** Runs mutants concurrently, one per copy; returns results in the order of the mutants. */
export async function runMutants(
  copies: readonly WorktreeCopy[],
  mutants: readonly Mutant[],
  report: (result: MutantResult, count: number) => void,
): Promise<MutantResult[]> {
  const waiting = [...mutants]
  const done = new Map<Mutant, MutantResult>()
  const work = async (copy: WorktreeCopy): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const result = await runMutant(copy, mutant)
      done.set(mutant, result)
      report(result, done.size)
    }
  }
  await Promise.all(copies.map(work))
  return mutants.flatMap((mutant) => done.get(mutant) ?? [])
}

async function runMutant(copy: WorktreeCopy, mutant: Mutant): Promise<MutantResult> {
  const start = performance.now()
  const outcomeAs = (result: MutantResult['result'], by: string): MutantResult => ({
    mutant,
    result,
    by,
    seconds: Math.round((performance.now() - start) / 1000),
  })
  const original = await copy.read(mutant.file).catch(() => '')
  const mutated = applyMutant(original, mutant)
  if (mutated === undefined) return outcomeAs('misplaced', `not exactly once in ${mutant.file}`)
  await copy.write(mutant.file, mutated)
  try {
    const { outcome, failed, reason } = await runTests(copy, mutant.tests, mutantMsMax)
    switch (outcome) {
      case 'failed':
        return outcomeAs('caught', failed[0] ?? '')
      case 'time limit':
        return outcomeAs('caught', 'time limit')
      case 'error':
        return outcomeAs('broken', reason)
      case 'passed':
        return outcomeAs('survived', '')
    }
  } finally {
    await copy.write(mutant.file, original)
  }
}
