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
  ])('reads %j', (q, terms) => {
    expect(searchTerms(q)).toEqual(terms)
  })

  it('has bounds for words, letters and signs', () => {
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
    [{ as: 'whole' } as const, `('datta') & ('翻 訳')`],
    [{ as: 'begun' } as const, `('datta':*) & ('翻 訳':*)`],
    [{ as: 'corrected' } as const, `('datta':* | 'data':* | 'delta':*) & ('翻 訳':*)`],
    [{ as: 'begun', within: 'A', any: true } as const, `('datta':*A) | ('翻 訳':*A)`],
    [{ as: 'whole', within: 'AB' } as const, `('datta':AB) & ('翻 訳':AB)`],
  ])('writes %j', (form, query) => {
    expect(textQuery(terms, form)).toBe(query)
  })
})

describe('searchWords', () => {
  it('finds each word by its beginning, and nothing when there are none', () => {
    expect(prefixQuery('translate ger')).toBe(`('translate':*) & ('ger':*)`)
    expect(prefixQuery('!?')).toBe('')
  })
})
