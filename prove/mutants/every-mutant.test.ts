import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import { everyMutant } from './every-mutant.ts'
import { applyMutant } from './mutant.ts'
import { selfTestMutants } from './self-test.ts'

const root = new URL('../../', import.meta.url)

const planted = selfTestMutants.filter(({ expected }) => expected !== 'misplaced').map(({ mutant }) => mutant)

/** A change to a quoted line must update the mutant. */
describe.each([...everyMutant, ...planted])('$name', (mutant) => {
  it(`quotes a line that occurs exactly once in ${mutant.file}`, async () => {
    const code = await readFile(new URL(mutant.file, root), 'utf8')
    expect(applyMutant(code, mutant)).not.toBeUndefined()
  })
})
