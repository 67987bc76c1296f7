import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { corrections, editDistance } from './edit-distance.ts'

describe('editDistance', () => {
  it.each([
    ['same', 'same', 0],
    ['translte', 'translate', 1],
    ['trasnlate', 'translate', 1],
    ['trenslate', 'translate', 1],
    ['transslate', 'translate', 1],
    ['trasnlte', 'translate', 2],
    ['', 'abc', 3],
    ['перевд', 'перевод', 1],
    ['𝒶b', '𝒷b', 1],
  ])('from %s to %s is %i', (typed, known, distance) => {
    expect(editDistance(typed, known)).toBe(distance)
  })

  it('is symmetric, and at most the length of the longer word', () => {
    const word = string({ unit: constantFrom('a', 'b', 'c'), maxLength: 8 })
    assert(
      property(word, word, (left, right) => {
        const distance = editDistance(left, right)
        expect(distance).toBe(editDistance(right, left))
        expect(distance).toBeLessThanOrEqual(Math.max(left.length, right.length))
        expect(distance === 0).toBe(left === right)
      }),
    )
  })
})

describe('corrections', () => {
  const known = (word: string, uses: number) => ({ word, uses })
  const words = (typed: [string, number], ...near: [string, number][]) =>
    corrections(
      known(...typed),
      near.map((entry) => known(...entry)),
    ).map(({ word }) => word)

  it('returns at most three of the closest words, the most frequent first', () => {
    expect(words(['datta', 0], ['data', 5], ['dat', 50])).toEqual(['data'])
    expect(words(['cort', 0], ['cart', 1], ['court', 9], ['sort', 5], ['port', 2])).toEqual([
      'court',
      'sort',
      'port',
    ])
  })

  it('allows a distance of two in long words only', () => {
    expect(words(['cryptogrphay', 0], ['cryptography', 1])).toEqual(['cryptography'])
    expect(words(['lgeel', 0], ['legal', 1])).toEqual([])
    expect(words(['cryptogrpya', 0], ['cryptography', 1])).toEqual([])
  })

  it('does not correct a known word, unless another is far more frequent', () => {
    expect(words(['managment', 3], ['management', 59])).toEqual([])
    expect(words(['managment', 3], ['management', 60])).toEqual(['management'])
  })

  it('omits words that the typed word already matches as a prefix, and unused words', () => {
    expect(words(['translat', 0], ['translate', 9], ['transla', 0])).toEqual([])
  })
})
