import { describe, expect, it } from 'vitest'
import { isolate } from './isolate.ts'

describe('isolate', () => {
  it.each([
    ['ياسمين', '\u2068ياسمين\u2069'],
    ['Team שלום', '\u2068Team שלום\u2069'],
    ['Ada Lovelace', 'Ada Lovelace'],
    ['東京翻訳', '東京翻訳'],
  ])('isolates %s only if it has letters from right to left', (value, isolated) => {
    expect(isolate(value)).toBe(isolated)
  })
})
