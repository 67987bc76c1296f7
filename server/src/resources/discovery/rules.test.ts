import { describe, expect, it } from 'vitest'
import { discoveryFilter } from './rules.ts'

describe('discoveryFilter', () => {
  it('is empty without parameters', () => {
    const empty = { capability: '', tags: [], taskType: null, inputModes: null, outputModes: null }
    expect(discoveryFilter({})).toEqual(empty)
    expect(discoveryFilter({ tags: ' , ,', taskType: ' ', inputModes: '', outputModes: ',' })).toEqual(empty)
  })

  it('normalizes lists: case, spaces, empty items and duplicates', () => {
    expect(discoveryFilter({ tags: ' Legal,, medical ,legal' }).tags).toEqual(['legal', 'medical'])
    expect(discoveryFilter({ taskType: ' Translation ' }).taskType).toBe('translation')
  })

  it.each([
    ['text/plain', { exact: ['*/*', 'text/plain', 'text/*'], families: [] }],
    ['text/*', { exact: ['*/*', 'text/*'], families: ['text'] }],
    ['Text/Plain; charset=utf-8', { exact: ['*/*', 'text/plain', 'text/*'], families: [] }],
    ['image/png,text/*', { exact: ['*/*', 'image/png', 'text/*', 'image/*'], families: ['text'] }],
    ['image/png, */*', null],
  ])('parses the modes %s', (inputModes, expected) => {
    expect(discoveryFilter({ inputModes }).inputModes).toEqual(expected)
  })

  it.each([
    ['a word', { inputModes: 'text' }, 'not a media type'],
    ['half a media type', { outputModes: 'text/' }, 'not a media type'],
    ['too many slashes', { outputModes: 'a/b/c' }, 'not a media type'],
    [
      'too many tags',
      { tags: Array.from({ length: 21 }, (_, index) => `t${index}`).join(',') },
      'at most 20',
    ],
  ])('refuses %s', (_name, query, message) => {
    expect(() => discoveryFilter(query)).toThrow(message)
  })
})
