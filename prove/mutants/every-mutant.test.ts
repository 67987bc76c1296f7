import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { everyMutant } from './every-mutant.ts'
import { withFault } from './mutant.ts'

const root = new URL('../../', import.meta.url)

/** Whoever changes a line in which a fault is planted now and then moves the fault along. */
describe.each([...everyMutant])('$name', (mutant) => {
  it(`has its place in ${mutant.file}`, async () => {
    const code = await readFile(new URL(mutant.file, root), 'utf8')
    expect(withFault(code, mutant)).not.toBeUndefined()
  })
})
