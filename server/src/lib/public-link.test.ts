import { describe, expect, it } from 'vitest'
import { normalizeLink, requirePublicLink } from './public-link.ts'

describe('requirePublicLink', () => {
  it.each(['https://ada.example/work?x=1#top', 'https://8.8.8.8/', 'https://sub.ada.example:8443/'])(
    'accepts %s',
    (link) => expect(() => requirePublicLink('url', link)).not.toThrow(),
  )

  it.each([
    ['another scheme', 'http://ada.example', 'https URL'],
    ['a script', 'javascript:alert(1)', 'https URL'],
    ['no URL', 'ada.example', 'absolute URL'],
    ['a user name', 'https://bank.example@evil.example', 'user name'],
    ['a password', 'https://:secret@ada.example', 'password'],
    ['this machine', 'https://localhost/', 'private host'],
    ['this machine with a trailing dot', 'https://localhost./', 'private host'],
    ['a name without a dot', 'https://router/', 'private host'],
    ['a name of a local network', 'https://nas.local/', 'private host'],
    ['a name of a company network', 'https://wiki.corp/', 'private host'],
    ['a loopback address', 'https://127.0.0.1/', 'private address'],
    ['a loopback address as a number', 'https://2130706433/', 'private address'],
    ['a loopback address in octal', 'https://0177.0.0.1/', 'private address'],
    ['a private address', 'https://192.168.1.1/', 'private address'],
    ['the address of cloud metadata', 'https://169.254.169.254/', 'private address'],
    ['an IPv6 loopback address', 'https://[::1]/', 'private address'],
    ['a mapped private address', 'https://[::ffff:10.0.0.1]/', 'private address'],
    ['a unique local address', 'https://[fd00::1]/', 'private address'],
  ])('refuses %s', (_name, link, problem) => {
    expect(() => requirePublicLink('url', link)).toThrow(problem)
  })
})

describe('normalizeLink', () => {
  it('makes letters of other scripts visible', () => {
    expect(normalizeLink('https://pаypal.example/a')).toBe('https://xn--pypal-4ve.example/a')
  })
})
