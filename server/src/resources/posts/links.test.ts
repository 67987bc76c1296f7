import { describe, expect, it } from 'vitest'
import { linksIn } from './links.ts'

describe('linksIn', () => {
  it.each([
    ['no URL', 'Nothing to see, not even www.example.com', []],
    ['a single URL', 'https://example.com', ['https://example.com']],
    [
      'both schemes, in order',
      'http://a.example then HTTPS://b.example/x',
      ['http://a.example', 'HTTPS://b.example/x'],
    ],
    ['the end of a sentence', 'Read https://example.com/a.', ['https://example.com/a']],
    ['an exclamation', 'https://example.com/a?b=c!!!', ['https://example.com/a?b=c']],
    ['brackets around it', '(see https://example.com/a).', ['https://example.com/a']],
    ['brackets within it', 'https://example.com/a_(b)', ['https://example.com/a_(b)']],
    ['both', '(https://example.com/a_(b)),', ['https://example.com/a_(b)']],
    ['Markdown', '[here](https://example.com/a)', ['https://example.com/a']],
    ['HTML', '<a href="https://example.com/a">x</a>', ['https://example.com/a']],
    ['a repetition', 'https://a.example https://a.example', ['https://a.example']],
    ['other schemes', 'javascript:alert(1) ftp://a.example data:text/html,x', []],
    ['no host', 'https:// and https://?', []],
    ['user info before the host', 'https://bank.example@evil.example/', []],
    ['hidden characters', 'https://a.example/x\u202egnp.exe', ['https://a.example/x']],
    ['an IPv6 address', 'http://[::1]:80/', ['http://[::1]:80/']],
    ['a broken host', 'http://[::1 http://a:b:c/', []],
  ])('finds %s', (_name, text, links) => {
    expect(linksIn(text)).toEqual(links)
  })

  it('returns at most twenty', () => {
    const many = Array.from({ length: 30 }, (_, index) => `https://a.example/${index}`)
    expect(linksIn(many.join(' '))).toEqual(many.slice(0, 20))
  })

  it('handles thousands of brackets', () => {
    expect(linksIn(`https://a.example/${')'.repeat(4900)}`)).toEqual(['https://a.example/'])
  })
})
