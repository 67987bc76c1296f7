import { describe, expect, it } from 'vitest'
import { runOnce } from './run-suite.ts'
import type { Suite } from './suite.ts'

const silent = () => undefined

/**
 * Declares the quick size of a third of the suites as tests, each with one planted fault; the seed chooses both.
 * `npm run prove -- <suite> --quick --seed <seed>` repeats a failure, and `npm run prove` runs all suites with all faults.
 */
export function testQuickSizes(suites: readonly Suite[]): void {
  const seed = Number(process.env['PROVE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  const chosen = suites.filter((_suite, index) => index % 3 === seed % 3)
  describe.each(chosen)('$name', (suite) => {
    const run = (fault?: string, from = seed) =>
      runOnce(suite, fault, { size: suite.sizes.quick, seed: from, progress: silent })

    it(`holds with seed ${seed}: ${suite.claim}`, async () => {
      expect((await run()).violation).toBeNull()
    })

    const [fault, breaks] = plantedFault(suite, seed)
    // Where processes are killed, timing decides whether a fault has an effect in one run; three runs suffice.
    it(`detects the planted fault ${fault}: ${breaks}`, async () => {
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

function plantedFault({ name, faults }: Suite, seed: number): [name: string, breaks: string] {
  const all = Object.entries(faults)
  const chosen = all[Math.floor(seed / 3) % all.length]
  if (chosen === undefined) throw new Error(`The suite ${name} has no faults.`)
  return chosen
}
