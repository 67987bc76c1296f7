import { describe, expect, it } from 'vitest'
import { emptyPenalty } from '../agents/search-queries.ts'
import { relaxedQueries, scoreOf } from './relaxed-queries.ts'

const words = [
  { typed: 'a', uses: 900 },
  { typed: 'agent', uses: 500 },
  { typed: 'booking', uses: 7 },
  { typed: 'find', uses: 0 },
  { typed: 'flight', uses: 5 },
  { typed: '翻', uses: 3 },
  { typed: '訳', uses: 4 },
]

describe('relaxedQueries', () => {
  it('drops unknown words, then the most common ones', () => {
    expect(relaxedQueries(['find', 'a', 'flight', 'booking', 'agent'], words)).toEqual([
      'find a flight booking agent',
      'a flight booking agent',
      'flight booking agent',
      'flight booking',
      'flight',
    ])
  })

  it('tries each query once', () => {
    expect(relaxedQueries(['flight', 'booking'], words)).toEqual(['flight booking', 'flight'])
    expect(relaxedQueries(['find'], words)).toEqual(['find'])
    expect(relaxedQueries([], words)).toEqual([])
  })

  it('keeps runs of characters together', () => {
    expect(relaxedQueries(['翻 訳', 'find'], words)).toEqual(['翻訳 find', '翻訳'])
  })
})

describe('scoreOf', () => {
  it.each([
    [[9800, 'agt_1', 0], 1, 100],
    [[4000, 'agt_1', 0], 1, 44],
    [[9000, 'agt_1', 0], 0.5, 50],
    [[1000, 'agt_1', 0], 0.05, 1],
    [[4000 - emptyPenalty, 'agt_1', 0], 1, 44],
  ])('of rank %j with a share of %f is %i', (position, share, score) => {
    expect(scoreOf(position, share)).toBe(score)
  })
})
