import { describe, expect, it } from 'vitest'
import { detect, runOnce } from './run-suite.ts'
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
    it(`holds with seed ${seed}: ${suite.claim}`, async () => {
      const quick = { size: suite.sizes.quick, seed, progress: silent }
      expect((await runOnce(suite, undefined, quick)).violation).toBeNull()
    })

    const [fault, breaks] = plantedFault(suite, seed)
    it(`detects the planted fault ${fault}: ${breaks}`, async () => {
      expect(await detect(suite, fault, { seed, progress: silent })).toEqual(expect.any(String))
    })
  })
}

function plantedFault({ name, faults }: Suite, seed: number): [name: string, breaks: string] {
  const all = Object.entries(faults)
  const chosen = all[Math.floor(seed / 3) % all.length]
  if (chosen === undefined) throw new Error(`The suite ${name} has no faults.`)
  return chosen
}
