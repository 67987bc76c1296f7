import { describe, expect, it } from 'vitest'
import { checkUrl, type EgressSettings } from '../../ports/egress/policy.ts'
import { requireCallbackUrl, requireScheme, requireSecrets } from './rules.ts'

const publicSettings: EgressSettings = {
  ownOrigin: 'https://souk.example.com',
  ownPorts: [],
  ownAddresses: [],
  loopbackAllowed: false,
  httpAllowed: false,
}
const localSettings = { ...publicSettings, ownOrigin: 'http://localhost:4000', loopbackAllowed: true }

describe('requireCallbackUrl', () => {
  it('accepts URLs that the policy allows', () => {
    const url = 'https://hooks.example.com/souk'
    for (const settings of [localSettings, publicSettings])
      expect(requireCallbackUrl(checkUrl(url, settings)).href).toBe(url)
    expect(requireCallbackUrl(checkUrl('http://127.0.0.1:9000/', localSettings)).port).toBe('9000')
  })

  it.each([
    ['not a url', 'URL is invalid', 'Use another "url".'],
    ['http://hooks.example.com/', 'not secure', 'Use another "url".'],
    ['http://127.0.0.1:9000/', 'not secure', 'Use another "url".'],
    ['https://10.0.0.7/', 'not allowed', 'Use another "url".'],
    ['https://a:b@hooks.example.com/', 'a user name or password', 'Use "authentication" for credentials.'],
  ])('refuses %s: %s', (url, detail, hint) => {
    expect(() => requireCallbackUrl(checkUrl(url, publicSettings))).toThrow(
      expect.objectContaining({ kind: 'bad-request', message: expect.stringContaining(detail), hint }),
    )
  })
})

describe('requireScheme', () => {
  it.each(['Bearer', 'Basic', 'X-Own_1.0', 'AWS4-HMAC-SHA256'])('accepts %s', (scheme) => {
    expect(() => requireScheme({ scheme })).not.toThrow()
  })

  it('accepts a missing scheme', () => expect(() => requireScheme(undefined)).not.toThrow())

  it.each(['', 'Bearer ', 'two words', 'Bearer:', 'Bearer\r\nX: y', 'Bé', 'a"b', 'a,b'])(
    'refuses %j',
    (scheme) => expect(() => requireScheme({ scheme })).toThrow('must be a single token'),
  )
})

describe('requireSecrets', () => {
  const url = 'https://hooks.example.com/'
  const scheme = 'Bearer'

  it.each([
    {},
    { token: '' },
    { token: 'a b' },
    { authentication: { scheme } },
    { authentication: { scheme, credentials: 'a b' } },
  ])('accepts %o', (config) => expect(() => requireSecrets({ url, ...config })).not.toThrow())

  it.each([
    [{ token: ' a' }, '"token" must not start'],
    [{ authentication: { scheme, credentials: 'a ' } }, '"authentication.credentials" must not start'],
  ])('refuses %o', (config, detail) => {
    expect(() => requireSecrets({ url, ...config })).toThrow(detail)
  })
})
