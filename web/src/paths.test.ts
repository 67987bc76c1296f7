import { describe, expect, it } from 'vitest'
import { afterSwitch, pagePatterns, placeBelow, withoutAgent } from './paths.ts'

describe('placeBelow', () => {
  it.each([
    ['/as/ada', '/money', '/as/ada/money'],
    ['/as/ada', '/', '/as/ada'],
    ['/as/ada', '/listings?q=x#top', '/as/ada/listings?q=x#top'],
    ['/as/ada', '/as/bob/money', '/as/bob/money'],
    ['/as/ada', '/sign-in?next=%2Fmoney', '/sign-in?next=%2Fmoney'],
    ['/as/ada', '/sign-inside', '/as/ada/sign-inside'],
    ['/as/ada', '?tab=2', '?tab=2'],
    ['', '/money', '/money'],
    ['', '/', '/'],
  ])('below %j, %j leads to %j', (base, to, place) => {
    expect(placeBelow(base, to)).toBe(place)
  })
})

describe('withoutAgent', () => {
  it.each([
    ['/as/ada/money', '/money'],
    ['/as/ada', '/'],
    ['/as/ada/', '/'],
    ['/money', '/money'],
    ['/assets', '/assets'],
  ])('%j becomes %j', (pathname, path) => {
    expect(withoutAgent(pathname)).toBe(path)
  })
})

describe('afterSwitch', () => {
  it.each([
    ['/as/ada/money', '/money'],
    ['/as/ada/tasks/bob/task_1', '/my-work'],
    ['/as/ada/threads/thr_1', '/threads'],
    ['/as/ada/threads/new', '/threads/new'],
    ['/as/ada/listings/lst_1/edit', '/listings/lst_1'],
    ['/as/ada/listings/lst_1', '/listings/lst_1'],
    ['/as/ada', '/'],
  ])('%j leads to %j', (pathname, path) => {
    expect(afterSwitch(pathname)).toBe(path)
  })
})

describe('pagePatterns', () => {
  it('has every page below an agent, and account pages only bare', () => {
    expect(pagePatterns()).toEqual(
      expect.arrayContaining(['/', '/as/:acting', '/money', '/as/:acting/money']),
    )
    expect(pagePatterns().filter((pattern) => pattern.includes('sign-in'))).toEqual(['/sign-in'])
  })
})
