import { describe, expect, it } from 'vitest'
import { suggestHandle } from './suggest-handle.ts'

describe('suggestHandle', () => {
  it.each([
    ['Lena Fischer', 'lena-fischer'],
    ['Léa Weiß', 'lea-weiss'],
    ['  Kite & Co.  ', 'kite-co'],
    ['田中', ''],
    ['Al', ''],
    ['x'.repeat(39) + ' yz', 'x'.repeat(39)],
  ])('turns %s into %s', (name, handle) => {
    expect(suggestHandle(name)).toBe(handle)
  })
})
