import { describe, expect, it } from 'vitest'
import { redirectTarget } from './redirect-target.ts'

describe('redirectTarget', () => {
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
  ])('maps %j to %s', (requested, path) => {
    expect(redirectTarget(requested, '/my-work')).toBe(path)
  })
})
