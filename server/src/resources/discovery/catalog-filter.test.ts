import { describe, expect, it } from 'vitest'
import { catalogFilter } from './catalog-filter.ts'

const origin = 'https://souk.example.com'
const any = { tags: null, skills: null, handles: null }

describe('catalogFilter', () => {
  it.each([
    ['nothing', {}, any],
    ['the type of cards', { type: 'application/a2a-agent-card+json' }, any],
    ['one of two types', { type: ['text/plain', 'application/a2a-agent-card+json'] }, any],
    ['this publisher', { publisher: ['souk.example.com'] }, any],
    ['tags', { tags: ['Legal', 'medical'] }, { ...any, tags: ['legal', 'medical'] }],
    ['capabilities', { capabilities: 'de-en' }, { ...any, skills: ['de-en'] }],
    [
      'identifiers',
      { identifier: ['urn:air:souk.example.com:agent:ada', 'urn:air:other.example:agent:ada'] },
      { ...any, handles: ['ada'] },
    ],
    ['another type', { type: ['application/mcp-server-card+json'] }, undefined],
    ['another publisher', { publisher: 'other.example' }, undefined],
    ['a foreign identifier', { identifier: 'urn:air:other.example:agent:ada' }, undefined],
    ['no values', { tags: [] }, undefined],
  ])('reads %s', (_what, filter, expected) => {
    expect(catalogFilter(filter, origin)).toEqual(expected)
  })

  it('refuses an unsupported field', () => {
    expect(() => catalogFilter({ 'metadata.price': '1' }, origin)).toThrow('"metadata.price"')
  })
})
