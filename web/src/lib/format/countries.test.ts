import { describe, expect, it } from 'vitest'
import { countryNames } from './countries.ts'

describe('countryNames', () => {
  it('returns every country once, sorted by name', () => {
    const names = countryNames('en')
    expect(Object.keys(names)).toHaveLength(249)
    expect(names).toMatchObject({ DE: 'Germany', US: 'United States' })
    const shown = Object.values(names)
    expect(shown).toEqual(shown.toSorted((left, right) => left.localeCompare(right, 'en')))
  })
})
