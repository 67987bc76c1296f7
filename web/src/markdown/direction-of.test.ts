import { describe, expect, it } from 'vitest'
import { directionOf } from './direction-of.ts'

describe('directionOf', () => {
  it.each([
    ['> اقتباس قصير', 'rtl'],
    ['> 3. שלום, Kestrel', 'rtl'],
    ['> Kestrel: شكرا', 'ltr'],
    ['> 42', 'ltr'],
  ])('reads %j as %s', (text, direction) => {
    expect(directionOf(text)).toBe(direction)
  })
})
