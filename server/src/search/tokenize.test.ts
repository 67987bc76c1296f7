import { describe, expect, it } from 'vitest'
import { searchTerms, prefixQuery, textQuery } from './tokenize.ts'

describe('searchTerms', () => {
  it.each([
    ['', []],
    [' \t!&|():*<->\'"\\%_ ', []],
    ['next.js, C++', ['next', 'js', 'C']],
    ['twice twice', ['twice']],
    ['Café Müller ﬁne', ['Cafe', 'Muller', 'fine']],
    ['Cafe\u0301', ['Cafe']],
    ['Ёлка Ελλάδα', ['Елка', 'Ελλαδα']],
    ['हिन्दी 한국어 ไทย', ['हिन्दी', '한국어', 'ไทย']],
    ['機械翻訳 service', ['機 械 翻 訳', 'service']],
    ['サービスv2', ['サ ー ビ ス', 'v2']],
    ['🦉', []],
  ])('splits %j', (q, terms) => {
    expect(searchTerms(q)).toEqual(terms)
  })

  it('limits terms, letters per word and characters per CJK run', () => {
    expect(searchTerms('a'.repeat(500))).toEqual(['a'.repeat(40)])
    expect(searchTerms('𝕒'.repeat(500))).toEqual(['a'.repeat(40)])
    expect(searchTerms('訳'.repeat(500))).toEqual([Array.from({ length: 20 }, () => '訳').join(' ')])
    expect(searchTerms(Array.from({ length: 100 }, (_, index) => `w${index}`).join(' '))).toHaveLength(20)
  })
})

describe('textQuery', () => {
  const terms = [
    { term: 'datta', corrections: ['data', 'delta'] },
    { term: '翻 訳', corrections: [] },
  ]

  it.each([
    [{ as: 'exact' } as const, `('datta') & ('翻 訳')`],
    [{ as: 'prefix' } as const, `('datta':*) & ('翻 訳':*)`],
    [{ as: 'corrected' } as const, `('datta':* | 'data':* | 'delta':*) & ('翻 訳':*)`],
    [{ as: 'prefix', within: 'A', any: true } as const, `('datta':*A) | ('翻 訳':*A)`],
    [{ as: 'exact', within: 'AB' } as const, `('datta':AB) & ('翻 訳':AB)`],
  ])('formats %j', (form, query) => {
    expect(textQuery(terms, form)).toBe(query)
  })
})

describe('prefixQuery', () => {
  it('matches every word as a prefix, and is empty without words', () => {
    expect(prefixQuery('translate ger')).toBe(`('translate':*) & ('ger':*)`)
    expect(prefixQuery('!?')).toBe('')
  })
})
