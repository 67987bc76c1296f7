import { readFile } from 'node:fs/promises'
import { describe, expect, it } from 'vitest'
import {
  aliases,
  pathAfterSwitch,
  pagePatterns,
  redirectPatterns,
  scopedPath,
  withoutAgent,
} from './paths.ts'

describe('scopedPath', () => {
  it.each([
    ['/as/ada', '/money', '/as/ada/money'],
    ['/as/ada', '/', '/as/ada'],
    ['/as/ada', '/listings?q=x#top', '/as/ada/listings?q=x#top'],
    ['/as/ada', '/as/bob/money', '/as/bob/money'],
    ['/as/ada', '/sign-in?next=%2Fmoney', '/sign-in?next=%2Fmoney'],
    ['/as/ada', '/oauth/authorize?client_id=x', '/oauth/authorize?client_id=x'],
    ['/as/ada', '/sign-inside', '/as/ada/sign-inside'],
    ['/as/ada', '?tab=2', '?tab=2'],
    ['', '/money', '/money'],
    ['', '/', '/'],
  ])('with base %j, %j becomes %j', (base, to, path) => {
    expect(scopedPath(base, to)).toBe(path)
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

describe('pathAfterSwitch', () => {
  it.each([
    ['/as/ada/money', '/money'],
    ['/as/ada/tasks/bob/task_1', '/my-work'],
    ['/as/ada/threads/thr_1', '/threads'],
    ['/as/ada/threads/new', '/threads/new'],
    ['/as/ada/listings/lst_1/edit', '/listings/lst_1'],
    ['/as/ada/listings/lst_1', '/listings/lst_1'],
    ['/as/ada', '/'],
  ])('%j becomes %j', (pathname, path) => {
    expect(pathAfterSwitch(pathname)).toBe(path)
  })
})

describe('pagePatterns', () => {
  it('contains every page with and without an agent, but account pages only without', () => {
    expect(pagePatterns()).toEqual(
      expect.arrayContaining(['/', '/as/:acting', '/money', '/as/:acting/money']),
    )
    expect(pagePatterns().filter((pattern) => pattern.includes('sign-in'))).toEqual(['/sign-in'])
  })

  it.each([
    ['routes.tsx', ''],
    ['operator/console.tsx', 'operator/'],
  ])('contains every route of %s, so that a reload finds it', async (file, prefix) => {
    const source = await readFile(new URL(file, import.meta.url), 'utf8')
    const found = [...source.matchAll(/^ {2}\{(?: |\n {4})path: '([^*']+)'/gm)]
    const routes = found.map(([, path = '']) => `/${prefix}${path.replace('/:part?', '')}`)
    expect(routes.length).toBeGreaterThan(20)
    expect(routes.filter((path) => !pagePatterns().includes(path))).toEqual([])
  })
})

describe('redirectPatterns', () => {
  it('contains every alias with and without an agent', () => {
    expect(redirectPatterns()).toEqual(
      expect.arrayContaining([
        ['/agents', '/discover'],
        ['/as/:acting/agents', '/as/:acting/discover'],
        ['/as/:acting/login', '/sign-in'],
      ]),
    )
  })

  it.each(Object.entries(aliases))('is no page at /%s, but leads to one: %s', (alias, page) => {
    expect(pagePatterns()).toContain(page)
    expect(pagePatterns()).not.toContain(`/${alias}`)
  })
})
