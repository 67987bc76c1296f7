import { describe, expect, it } from 'vitest'
import { acceptsMediaType } from './media-types.ts'

describe('acceptsMediaType', () => {
  it.each([
    [['text/plain'], 'text/plain', true],
    [['text/plain'], 'Text/Plain; charset=utf-8', true],
    [['text/plain;version=1'], 'text/plain', true],
    [['text/plain'], 'text/csv', false],
    [['image/*'], 'image/png', true],
    [['image/*'], 'imagery/png', false],
    [['application/pdf', '*/*'], 'audio/ogg', true],
    [[], 'text/plain', false],
  ])('with modes %o and type %s is %s', (modes, type, accepted) => {
    expect(acceptsMediaType(modes, type)).toBe(accepted)
  })
})
