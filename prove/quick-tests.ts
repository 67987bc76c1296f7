import { describe, expect, it } from 'vitest'
import type { Suite } from './suite.ts'
import { attempt } from './run-suite.ts'

const silent = () => undefined

/** The quick size of suites as tests. A seed that fails here fails again with `npm run prove -- <suite> --quick --seed <seed>`. */
export function testQuickly(suites: readonly Suite[]): void {
  const seed = Number(process.env['PROVE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  describe.each([...suites])('$name', (suite) => {
    const quickly = (fault?: string, from = seed) =>
      attempt(suite, fault, { size: suite.sizes.quick, seed: from, progress: silent })

    it(`holds from seed ${seed}: ${suite.claim}`, async () => {
      expect((await quickly()).broken).toBeNull()
    })

    // Where processes are killed, chance decides whether a fault does harm in one game. Three games suffice.
    it.each(Object.entries(suite.faults))('notices %s: %s', async (fault) => {
      const broken: (string | null)[] = []
      for (const game of [0, 1, 2]) {
        if (!broken.some((said) => said !== null)) broken.push((await quickly(fault, seed + game)).broken)
      }
      expect(broken).toContainEqual(expect.any(String))
    })
  })
}
