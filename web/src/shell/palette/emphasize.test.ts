import { describe, expect, it } from 'vitest'
import { contains, emphasize } from './emphasize.ts'

describe('emphasize', () => {
  it.each([
    ['Ceramics catalog', 'ceram', ['', 'Ceram', 'ics catalog']],
    ['Team, product photos, ceramics', 'CERAM', ['Team, product photos, ', 'ceram', 'ics']],
    ['Ceramics', '', ['Ceramics', '', '']],
    ['Ceramics', 'glass', ['Ceramics', '', '']],
    ['İstanbul map', 'map', ['İstanbul map', '', '']],
  ])('splits %j around %j', (text, query, parts) => {
    expect(emphasize(text, query)).toEqual(parts)
  })
})

describe('contains', () => {
  it.each([
    ['Ceramics', 'CERAM', true],
    ['İstanbul map', 'map', true],
    ['Ceramics', '', true],
    ['Ceramics', 'glass', false],
  ])('looks in %j for %j', (text, query, expected) => {
    expect(contains(text, query)).toBe(expected)
  })
})
