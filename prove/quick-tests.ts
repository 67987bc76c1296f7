import { describe, expect, it } from 'vitest'
import { runOnce } from './run-suite.ts'
import type { Suite } from './suite.ts'

const silent = () => undefined

/** Faults of one suite that a test run plants, chosen by the seed; `npm run prove` plants all of them. */
const plantedMax = 2

/** Declares the quick size of suites as tests. `npm run prove -- <suite> --quick --seed <seed>` repeats a failure. */
export function testQuickSizes(suites: readonly Suite[]): void {
  const seed = Number(process.env['PROVE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  describe.each([...suites])('$name', (suite) => {
    const run = (fault?: string, from = seed) =>
      runOnce(suite, fault, { size: suite.sizes.quick, seed: from, progress: silent })

    it(`holds with seed ${seed}: ${suite.claim}`, async () => {
      expect((await run()).violation).toBeNull()
    })

    // Where processes are killed, timing decides whether a fault has an effect in one run; three runs suffice.
    it.each(plantedFaults(suite, seed))('detects the planted fault %s: %s', async (fault) => {
      const violations: (string | null)[] = []
      for (const attempt of [0, 1, 2]) {
        if (!violations.some((violation) => violation !== null)) {
          violations.push((await run(fault, seed + attempt)).violation)
        }
      }
      expect(violations).toContainEqual(expect.any(String))
    })
  })
}

function plantedFaults({ faults }: Suite, seed: number): [name: string, breaks: string][] {
  const all = Object.entries(faults)
  const first = seed % all.length
  return [...all.slice(first), ...all.slice(0, first)].slice(0, plantedMax)
}
