import { expect, it } from 'vitest'
import { createCounts } from './counts.ts'

it('counts per key, never below zero', () => {
  const counts = createCounts()
  counts.add('a', 2)
  counts.add('b', 1)
  expect([counts.of('a'), counts.of('b'), counts.of('c')]).toEqual([2, 1, 0])
  expect(counts.atLeast(2)).toEqual(['a'])
  counts.add('a', -1)
  counts.add('b', -1)
  counts.add('b', -1)
  counts.add('b', 1)
  expect([counts.of('a'), counts.of('b')]).toEqual([1, 1])
})
