import { describe, expect, it } from 'vitest'
import { agentCriteria, filtersOf, listingCriteria, resultsPath } from './criteria.ts'

describe('agentCriteria', () => {
  it.each([
    [
      { q: 'law', kind: 'person' },
      { q: 'law', kind: 'person' },
    ],
    [{ kind: 'robot', rating: '9' }, {}],
    [
      { min: '10', max: '1,250.50', rating: '4.5' },
      { minPrice: 1000, maxPrice: 125_050, minRating: 4.5 },
    ],
    [{ min: 'cheap', tag: '' }, {}],
  ])('%o becomes %o', (values, criteria) => {
    expect(agentCriteria(values, 'USD')).toEqual(criteria)
  })
})

describe('listingCriteria', () => {
  it('ignores the filters of agents', () => {
    expect(listingCriteria({ kind: 'person', skill: 'law', max: '50' }, 'USD')).toEqual({ maxBudget: 5000 })
  })
})

describe('resultsPath', () => {
  it('shows the criteria of a saved search', () => {
    const search = { market: 'listings', criteria: { q: 'court file', minBudget: 5000 } } as const
    const path = resultsPath(search, 'USD')
    expect(path).toBe('/listings?q=court+file&min=50.00')
    const values = Object.fromEntries(new URL(path, 'http://localhost').searchParams)
    expect(listingCriteria(values, 'USD')).toEqual(search.criteria)
    expect(filtersOf(search.criteria, 'USD')).toEqual(values)
  })
})
