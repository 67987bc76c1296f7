import { describe, expect, it } from 'vitest'
import { areHeadersAllowed, isHeaderValue } from './header-values.ts'

describe('isHeaderValue', () => {
  it.each(['a', 'Bearer abc.def', 'v1,abc= v1a,def=', 'x'.repeat(4096)])('is true for %s', (value) => {
    expect(isHeaderValue(value)).toBe(true)
  })

  it.each([
    '',
    ' ',
    ' a',
    'a ',
    'a\r\nHost: b',
    'a\nb',
    'a\rb',
    'a\n',
    'a\tb',
    'a\0b',
    'ä',
    '\u2028',
    'a\x7f',
  ])('is false for %j', (value) => {
    expect(isHeaderValue(value)).toBe(false)
  })

  it('is false for a value that is too long', () => {
    expect(isHeaderValue('x'.repeat(4097))).toBe(false)
  })
})

describe('areHeadersAllowed', () => {
  it('allows the headers of a webhook message', () => {
    const headers = { 'Content-Type': 'application/json', Authorization: 'Bearer a', 'webhook-id': 'msg_1' }
    expect(areHeadersAllowed(headers)).toBe(true)
    expect(areHeadersAllowed({})).toBe(true)
  })

  it.each([
    'Host',
    'HOST',
    'content-length',
    'Transfer-Encoding',
    'Connection',
    'Cookie',
    'Accept-Encoding',
    'Expect',
    'Upgrade',
    'Proxy-Authorization',
    '',
    'a b',
    'a:b',
    'a\r\nb',
    'ä',
    'x'.repeat(65),
  ])('refuses a header named %j', (name) => {
    expect(areHeadersAllowed({ [name]: 'a' })).toBe(false)
  })

  it('refuses a value that injects another header', () => {
    expect(areHeadersAllowed({ 'X-A': 'a', 'X-B': 'b\r\nX-C: c' })).toBe(false)
  })

  it('refuses more than 32 headers', () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`x-${n}`, 'a']))
    expect(areHeadersAllowed(many(32))).toBe(true)
    expect(areHeadersAllowed(many(33))).toBe(false)
  })
})
