import { describe, expect, it } from 'vitest'
import type { Suite } from './suite.ts'
import { attempt } from './try-suite.ts'

const silent = () => undefined

/** The quick size of suites as tests. A seed that fails here fails again with `npm run prove -- <suite> --quick --seed <seed>`. */
export function testQuickly(suites: readonly Suite[]): void {
  const seed = Number(process.env['PROVE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
  describe.each([...suites])('$name', (suite) => {
    const quickly = (fault?: string) =>
      attempt(suite, fault, { size: suite.sizes.quick, seed, progress: silent })

    it(`holds from seed ${seed}: ${suite.claim}`, async () => {
      expect((await quickly()).broken).toBeNull()
    })

    // Where processes are killed, chance decides whether a fault does harm: it may try again, the product may not.
    it.each(Object.entries(suite.faults))('notices %s: %s', { retry: 2 }, async (fault) => {
      expect((await quickly(fault)).broken).not.toBeNull()
    })
  })
}
