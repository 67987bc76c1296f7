import { describe, expect, it } from 'vitest'
import { nextPlace } from './next-place.ts'

describe('nextPlace', () => {
  it.each([
    ['/listings/lst_1?tab=tasks', '/listings/lst_1?tab=tasks'],
    [null, '/my-work'],
    ['', '/my-work'],
    ['https://evil.example', '/my-work'],
    ['//evil.example', '/my-work'],
    ['/\\evil.example', '/my-work'],
    ['javascript:alert(1)', '/my-work'],
  ])('leads from %j to %s', (wanted, place) => {
    expect(nextPlace(wanted)).toBe(place)
  })
})
