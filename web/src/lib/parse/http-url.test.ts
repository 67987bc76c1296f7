import { describe, expect, it } from 'vitest'
import { isHttpUrl } from './http-url.ts'

describe('isHttpUrl', () => {
  it.each(['http://example.com', 'https://example.com/a', 'HTTPS://example.com'])('accepts %s', (url) =>
    expect(isHttpUrl(url)).toBe(true),
  )

  it.each([
    'javascript:alert(1)',
    ' JavaScript:alert(1)',
    'java\tscript:alert(1)',
    'data:text/html,x',
    'blob:https://example.com/1',
    'file:///etc/passwd',
    '/relative',
    '',
  ])('refuses %j', (url) => expect(isHttpUrl(url)).toBe(false))
})
