import type { Copy } from './worktree-copy.ts'
import { withFault, type Mutant } from './mutant.ts'
import { runTests, type TestRun } from './run-tests.ts'

export interface Tried {
  readonly mutant: Mutant
  /** `misplaced`: the place is not there. `broken`: the code does not run, so no test could judge it. */
  readonly result: 'caught' | 'survived' | 'misplaced' | 'broken'
  /** The test that noticed, or what else happened. */
  readonly by: string
  readonly seconds: number
}

const mutantMsMax = 300_000
const suiteMsMax = 1_800_000

/** Runs everything once without a fault; a test that fails anyway could not tell anything. */
export async function failuresBefore(copies: readonly Copy[], mutants: readonly Mutant[]): Promise<string[]> {
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

/** Plants one fault after the other, as many at once as there are copies; answers in the order of the table. */
export async function tryMutants(
  copies: readonly Copy[],
  mutants: readonly Mutant[],
  tell: (tried: Tried, count: number) => void,
): Promise<Tried[]> {
  const waiting = [...mutants]
  const done = new Map<Mutant, Tried>()
  const work = async (copy: Copy): Promise<void> => {
    for (let mutant = waiting.shift(); mutant !== undefined; mutant = waiting.shift()) {
      const tried = await tryMutant(copy, mutant)
      done.set(mutant, tried)
      tell(tried, done.size)
    }
  }
  await Promise.all(copies.map(work))
  return mutants.flatMap((mutant) => done.get(mutant) ?? [])
}

async function tryMutant(copy: Copy, mutant: Mutant): Promise<Tried> {
  const began = performance.now()
  const ended = (result: Tried['result'], by: string): Tried => ({
    mutant,
    result,
    by,
    seconds: Math.round((performance.now() - began) / 1000),
  })
  const sound = await copy.read(mutant.file).catch(() => '')
  const faulty = withFault(sound, mutant)
  if (faulty === undefined) return ended('misplaced', `not exactly once in ${mutant.file}`)
  await copy.write(mutant.file, faulty)
  try {
    const { outcome, failed, reason } = await runTests(copy, mutant.tests, mutantMsMax)
    switch (outcome) {
      case 'failed':
        return ended('caught', failed[0] ?? '')
      case 'time limit':
        return ended('caught', 'time limit')
      case 'error':
        return ended('broken', reason)
      case 'passed':
        return ended('survived', '')
    }
  } finally {
    await copy.write(mutant.file, sound)
  }
}
