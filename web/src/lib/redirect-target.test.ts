import { describe, expect, it } from 'vitest'
import { nextPlace } from './redirect-target.ts'

describe('nextPlace', () => {
  it.each([
    ['/as/ada/listings/lst_1?tab=tasks#top', '/as/ada/listings/lst_1?tab=tasks#top'],
    [null, '/my-work'],
    ['', '/my-work'],
    ['https://evil.example', '/my-work'],
    ['//evil.example', '/my-work'],
    ['/\\evil.example', '/my-work'],
    ['javascript:alert(1)', '/my-work'],
    ['/sign-in?next=/sign-in', '/my-work'],
    ['/sign-up', '/my-work'],
    ['/sign-inside', '/sign-inside'],
  ])('leads from %j to %s', (wanted, place) => {
    expect(nextPlace(wanted, '/my-work')).toBe(place)
  })
})
