import { describe, expect, it } from 'vitest'
import { suites } from './suites.ts'
import { attempt } from './try-suite.ts'

/** The quick size of the suites that are quick enough. A seed that fails here fails again with `npm run prove -- <suite> --quick --seed <seed>`. */
const seed = Number(process.env['PROVE_SEED'] ?? Math.floor(Math.random() * 2 ** 31))
const silent = () => undefined

describe.each(suites.filter(({ isSlow }) => isSlow !== true))('$name', (suite) => {
  it(`holds from seed ${seed}: ${suite.claim}`, async () => {
    const { broken } = await attempt(suite, undefined, { size: suite.sizes.quick, seed, progress: silent })
    expect(broken).toBeNull()
  })

  it.each(Object.entries(suite.faults))('notices %s: %s', async (fault) => {
    const { broken } = await attempt(suite, fault, { size: suite.sizes.quick, seed, progress: silent })
    expect(broken).not.toBeNull()
  })
})
