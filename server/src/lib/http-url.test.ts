import { describe, expect, it } from 'vitest'
import { isHttpUrl } from './http-url.ts'

describe('isHttpUrl', () => {
  it.each(['http://example.com', 'https://example.com/a?b#c', 'HTTPS://EXAMPLE.COM', 'https://[::1]:8080/'])(
    'is true for %s',
    (text) => expect(isHttpUrl(text)).toBe(true),
  )

  it.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'blob:https://example.com/1',
    'ftp://example.com/a',
    'gs://bucket/a',
    'mailto:ada@example.com',
    '//example.com/a',
    '/a',
    'example.com',
    '',
  ])('is false for %j', (text) => expect(isHttpUrl(text)).toBe(false))
})
