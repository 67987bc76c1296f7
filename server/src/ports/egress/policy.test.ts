import { describe, expect, it } from 'vitest'
import { allowedAddress, checkUrl, refusals, type EgressSettings, type UrlRefusal } from './policy.ts'

const publicSettings: EgressSettings = {
  ownOrigin: 'https://souk.example.com',
  ownPorts: [4000],
  ownAddresses: ['127.0.0.1', '::1', '45.33.32.156', '2600:3c01::f03c:91ff:fe18:bb2f'],
  loopbackAllowed: false,
  httpAllowed: false,
}
const localSettings: EgressSettings = {
  ...publicSettings,
  ownOrigin: 'http://localhost:4000',
  loopbackAllowed: true,
}
const httpSettings: EgressSettings = { ...publicSettings, httpAllowed: true }

const codeFor = (url: string, settings: EgressSettings) => {
  const verdict = checkUrl(url, settings)
  return verdict.ok ? 'ok' : verdict.code
}

describe('checkUrl', () => {
  it.each([
    ['https://hooks.example.com/souk', 'https://hooks.example.com/souk'],
    ['https://hooks.example.com', 'https://hooks.example.com/'],
    ['HTTPS://Hooks.Example.com/Souk?key=1', 'https://hooks.example.com/Souk?key=1'],
    ['https://hooks.example.com:443/souk', 'https://hooks.example.com/souk'],
    ['https://hooks.example.com:8443/souk', 'https://hooks.example.com:8443/souk'],
    ['https://hooks.example.com?at=@here', 'https://hooks.example.com/?at=@here'],
    ['https://my_hooks.example.com/', 'https://my_hooks.example.com/'],
    ['https://bücher.example.com/ü', 'https://xn--bcher-kva.example.com/%C3%BC'],
    ['https://local.example.com/', 'https://local.example.com/'],
    ['https://localhost.example.com/', 'https://localhost.example.com/'],
    ['https://www.souk.example.com/', 'https://www.souk.example.com/'],
    ['https://8.8.8.8/', 'https://8.8.8.8/'],
    ['https://[2606:4700:4700::1111]:8443/', 'https://[2606:4700:4700::1111]:8443/'],
  ])('accepts %s', (sent, href) => {
    for (const settings of [publicSettings, localSettings, httpSettings]) {
      expect(checkUrl(sent, settings)).toEqual({ ok: true, url: new URL(href) })
    }
  })

  it.each<[sent: string, code: UrlRefusal]>([
    ['', 'url_invalid'],
    ['hooks.example.com/souk', 'url_invalid'],
    ['/souk', 'url_invalid'],
    ['//hooks.example.com', 'url_invalid'],
    ['https://', 'url_invalid'],
    ['https:///souk', 'url_invalid'],
    ['https:hooks.example.com', 'url_invalid'],
    ['https:/hooks.example.com', 'url_invalid'],
    ['https:\\\\hooks.example.com', 'url_invalid'],
    ['https://hooks.example.com\\@evil.example.com/', 'url_invalid'],
    ['https://hooks.example.com/a\\b', 'url_invalid'],
    ['https://hooks.example.com/a b', 'url_invalid'],
    ['https://hooks.example.com/a\nb', 'url_invalid'],
    ['https://hooks.exam\tple.com/', 'url_invalid'],
    [' https://hooks.example.com/', 'url_invalid'],
    ['https://hooks.example.com/\u0000', 'url_invalid'],
    ['https://hooks.example.com/\ud800', 'url_invalid'],
    ['https://hooks.example.com:65536/', 'url_invalid'],
    ['https://hooks.example.com:x/', 'url_invalid'],
    ['https://[::1', 'url_invalid'],
    ['https://[fe80::1%25eth0]/', 'url_invalid'],
    ['https://127.0.0.1%00.example.com/', 'url_invalid'],
    ['https://hooks%2fexample.com/', 'url_invalid'],
    ['https://hooks%40example.com/', 'url_invalid'],
    ['javascript:alert(1)', 'url_invalid'],
    ['data:text/plain,hi', 'url_invalid'],
    ['file:///etc/passwd', 'url_invalid'],
    ['ftp://hooks.example.com/', 'url_insecure'],
    ['gopher://hooks.example.com/', 'url_insecure'],
    ['wss://hooks.example.com/', 'url_insecure'],
    ['unix://hooks.example.com/', 'url_insecure'],
    ['https://user:secret@hooks.example.com/', 'url_user'],
    ['https://user@hooks.example.com/', 'url_user'],
    ['https://:secret@hooks.example.com/', 'url_user'],
    ['https://@hooks.example.com/', 'url_user'],
    ['https://:@hooks.example.com/', 'url_user'],
    ['https://hooks.example.com@127.0.0.1/', 'url_user'],
    ['https://hooks.example.com/#part', 'url_fragment'],
    ['https://hooks.example.com/#', 'url_fragment'],
    ['https://hooks.example.com#@evil.example.com/', 'url_fragment'],
    [`https://hooks.example.com/${'x'.repeat(2048 - 25)}`, 'url_too_long'],
    [`https://hooks.example.com/${'ü'.repeat(400)}`, 'url_too_long'],
  ])('refuses %s as %s in every setting', (sent, code) => {
    for (const settings of [publicSettings, localSettings, httpSettings]) {
      expect(checkUrl(sent, settings)).toEqual({ ok: false, code, text: refusals[code] })
    }
  })

  it.each([
    ['https://bücher.example.com/', 'ok'],
    ['https://Ã¨.example.com/', 'url_invalid'],
  ])('gives the same result for %s when called repeatedly', (sent, code) => {
    const codes = new Set(Array.from({ length: 15_000 }, () => codeFor(sent, publicSettings)))
    expect([...codes]).toEqual([code])
  })

  it('accepts a URL of the maximum length', () => {
    expect(codeFor(`https://hooks.example.com/${'x'.repeat(2048 - 26)}`, publicSettings)).toBe('ok')
  })

  it.each([
    'https://intranet/',
    'https://metadata/',
    'https://example.com./',
    'https://intranet./',
    'https://printer.local/',
    'https://metadata.google.internal/computeMetadata/v1/',
    'https://HOST.DOCKER.INTERNAL/',
    'https://host.localdomain/',
    'https://router.lan/',
    'https://nas.home.arpa/',
    'https://a..example.com/',
    'https://-a.example.com/',
    'https://a*.example.com/',
    `https://${'a'.repeat(64)}.example.com/`,
    `https://${'abc.'.repeat(63)}com/`,
  ])('refuses the host of %s in every setting', (sent) => {
    for (const settings of [publicSettings, localSettings, httpSettings])
      expect(codeFor(sent, settings)).toBe('url_blocked')
  })

  it.each([
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://2852039166/',
    'https://0xa9fea9fe/',
    'https://0251.0376.0251.0376/',
    'https://100.100.100.200/',
    'https://168.63.129.16/',
    'https://0/',
    'https://0.0.0.0:8443/',
    'https://[::]/',
    'https://[fe80::1]/',
    'https://[fd00:ec2::254]/',
    'https://[::ffff:127.0.0.1]/',
    'https://[::ffff:a9fe:a9fe]/',
    'https://[::127.0.0.1]/',
    'https://[64:ff9b::7f00:1]/',
    'https://[2002:7f00:1::]/',
    'https://[4000::1]/',
    'https://45.33.32.156:8443/',
    'https://[2600:3c01:0::f03c:91ff:fe18:bb2f]/',
  ])('refuses the address of %s in every setting', (sent) => {
    for (const settings of [publicSettings, localSettings, httpSettings])
      expect(codeFor(sent, settings)).toBe('url_blocked')
  })

  it.each([
    'localhost',
    'LOCALHOST',
    'app.localhost',
    'ⓛocalhost',
    '127.0.0.1',
    '127.0.0.1.',
    '127.1',
    '127.8.9.10',
    '2130706433',
    '0x7f.1',
    '0x7f000001',
    '0177.0.0.1',
    '017700000001',
    '0x7f.0x0.0x0.0x1',
    '１２７.０.０.１',
    '127。0。0。1',
    '%31%32%37.0.0.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[0000::0001]',
  ])('accepts the loopback host %s only if allowed, and never at a port of this server', (host) => {
    expect(codeFor(`https://${host}:9000/`, publicSettings)).toBe('url_blocked')
    expect(codeFor(`http://${host}:9000/`, publicSettings)).toBe('url_insecure')
    expect(codeFor(`http://${host}:9000/`, httpSettings)).toBe('url_blocked')
    expect(codeFor(`https://${host}:9000/`, localSettings)).toBe('ok')
    expect(codeFor(`http://${host}:9000/`, localSettings)).toBe('ok')
    expect(codeFor(`http://${host}/`, localSettings)).toBe('ok')
    expect(codeFor(`http://${host}:4000/`, localSettings)).toBe('url_blocked')
    expect(codeFor(`http://${host}:4001/`, { ...localSettings, ownPorts: [4001] })).toBe('url_blocked')
  })

  it('accepts http to other hosts only if allowed', () => {
    for (const settings of [publicSettings, localSettings]) {
      expect(codeFor('http://hooks.example.com/', settings)).toBe('url_insecure')
      expect(codeFor('http://8.8.8.8/', settings)).toBe('url_insecure')
      expect(codeFor('http://127.0.0.1.example.com/', settings)).toBe('url_insecure')
    }
    expect(codeFor('http://hooks.example.com/', httpSettings)).toBe('ok')
    expect(codeFor('http://8.8.8.8/', httpSettings)).toBe('ok')
  })

  it('refuses its own host', () => {
    for (const url of ['https://souk.example.com/api', 'https://SOUK.example.com:8443/']) {
      expect(codeFor(url, publicSettings)).toBe('url_blocked')
      expect(codeFor(url, httpSettings)).toBe('url_blocked')
    }
    const tunneled = { ...publicSettings, loopbackAllowed: true }
    expect(codeFor('https://souk.example.com/api', tunneled)).toBe('url_blocked')
    expect(codeFor('https://souk.example.com:4000/api', tunneled)).toBe('url_blocked')
    expect(codeFor('https://souk.example.com:8443/hook', tunneled)).toBe('ok')
  })

  it.each([
    0, 1, 22, 25, 53, 80, 110, 442, 444, 1023, 2375, 2379, 3306, 5432, 5984, 6379, 9200, 11211, 27017,
  ])('refuses https at port %i', (port) => {
    expect(codeFor(`https://hooks.example.com:${port}/`, publicSettings)).toBe('url_port')
  })

  it.each([443, 1024, 3000, 5000, 8000, 8080, 8443, 9000, 50_000, 65_535])(
    'accepts https at port %i',
    (port) => {
      expect(codeFor(`https://hooks.example.com:${port}/`, publicSettings)).toBe('ok')
    },
  )

  it('accepts http at port 80', () => {
    expect(codeFor('http://hooks.example.com:80/', httpSettings)).toBe('ok')
    expect(codeFor('http://hooks.example.com:81/', httpSettings)).toBe('url_port')
  })

  it('returns one message for all blocked targets, which reveals nothing about the network', () => {
    const targets = ['https://10.0.0.1/', 'https://intranet/', 'https://souk.example.com/', 'https://[::1]/']
    const texts = targets.map((target) => {
      const verdict = checkUrl(target, publicSettings)
      return verdict.ok ? '' : verdict.text
    })
    expect(new Set(texts)).toEqual(new Set([refusals.url_blocked]))
  })
})

describe('allowedAddress', () => {
  const secure = new URL('https://hooks.example.com/')
  const open = new URL('http://localhost:9000/')

  it.each([
    ['8.8.8.8', secure, publicSettings, '8.8.8.8'],
    ['2606:4700:4700:0::1111', secure, publicSettings, '2606:4700:4700::1111'],
    ['8.8.8.8', open, httpSettings, '8.8.8.8'],
    ['127.0.0.1', secure, localSettings, '127.0.0.1'],
    ['::1', open, localSettings, '::1'],
    // A loopback name that resolves to a public address must not receive unencrypted messages.
    ['8.8.8.8', open, localSettings, undefined],
    ['127.0.0.1', secure, publicSettings, undefined],
    ['127.0.0.1', new URL('http://localhost:4000/'), localSettings, undefined],
    ['127.0.0.1', new URL('https://hooks.example.com:4000/'), localSettings, undefined],
    ['::ffff:127.0.0.1', open, localSettings, undefined],
    ['169.254.169.254', secure, localSettings, undefined],
    ['45.33.32.156', secure, publicSettings, undefined],
    ['45.33.32.156', secure, localSettings, undefined],
    ['hooks.example.com', secure, publicSettings, undefined],
    ['', secure, publicSettings, undefined],
  ])('checks %s', (text, url, settings, expected) => {
    expect(allowedAddress(text, url, settings)).toBe(expected)
  })
})
