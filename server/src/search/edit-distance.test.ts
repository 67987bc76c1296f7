import { assert, constantFrom, property, string } from 'fast-check'
import { describe, expect, it } from 'vitest'
import { corrections, editDistance } from './edit-distance.ts'

describe('mistakesBetween', () => {
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
  ])('counts those of %s for %s', (typed, known, mistakes) => {
    expect(editDistance(typed, known)).toBe(mistakes)
  })

  it('is the same in both directions and never more than the longer word', () => {
    const word = string({ unit: constantFrom('a', 'b', 'c'), maxLength: 8 })
    assert(
      property(word, word, (left, right) => {
        const mistakes = editDistance(left, right)
        expect(mistakes).toBe(editDistance(right, left))
        expect(mistakes).toBeLessThanOrEqual(Math.max(left.length, right.length))
        expect(mistakes === 0).toBe(left === right)
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

  it('takes the closest words, the most usual first, three at most', () => {
    expect(words(['datta', 0], ['data', 5], ['dat', 50])).toEqual(['data'])
    expect(words(['cort', 0], ['cart', 1], ['court', 9], ['sort', 5], ['port', 2])).toEqual([
      'court',
      'sort',
      'port',
    ])
  })

  it('allows two mistakes in a long word only', () => {
    expect(words(['cryptogrphay', 0], ['cryptography', 1])).toEqual(['cryptography'])
    expect(words(['lgeel', 0], ['legal', 1])).toEqual([])
    expect(words(['cryptogrpya', 0], ['cryptography', 1])).toEqual([])
  })

  it('leaves a word alone that others have too, unless another is far more usual', () => {
    expect(words(['managment', 3], ['management', 59])).toEqual([])
    expect(words(['managment', 3], ['management', 60])).toEqual(['management'])
  })

  it('does not suggest words that the typed word already finds or that no text contains', () => {
    expect(words(['translat', 0], ['translate', 9], ['transla', 0])).toEqual([])
  })
})
