import type { TlsOptions } from 'node:tls'
import { describe, expect, it, onTestFinished, vi } from 'vitest'
import type { EgressSettings } from './policy.ts'
import { createEgress, type EgressMessage } from './request.ts'
import { makeCertificate, type Certificate } from './test-certificate.ts'
import { respondWith, ok, resetAfter, startReceiver, type Behavior } from './test-receiver.ts'

const settings: EgressSettings = {
  ownOrigin: 'http://localhost:1',
  ownPorts: [],
  ownAddresses: [],
  loopbackAllowed: true,
  httpAllowed: false,
}
const long = { timeoutMs: 10_000, connectTimeoutMs: 10_000 }
const message = (url: string): EgressMessage => ({ url, headers: {}, body: 'hello', ...long })

describe('a faulty receiver', () => {
  const head = 'HTTP/1.1 200 OK\r\n'
  const drip: Behavior = (socket) => {
    socket.write(`${head}Content-Length: 1000\r\n\r\n`)
    const timer = setInterval(() => socket.write('x'), 10)
    socket.on('close', () => clearInterval(timer))
  }
  const endless =
    (start: string, piece: string): Behavior =>
    (socket) => {
      socket.write(start)
      const more = () => {
        while (!socket.destroyed && socket.write(piece.repeat(1000)));
      }
      socket.on('drain', more)
      more()
    }

  it.each<[what: string, Behavior, code: string]>([
    ['never responds', () => undefined, 'response_timeout'],
    ['sends half a status line', (socket) => void socket.write('HTTP/1.1 200 O'), 'response_timeout'],
    ['responds byte by byte', drip, 'response_timeout'],
  ])('times out if it %s', async (_what, behave, code) => {
    await expect(codeAfter(behave, { timeoutMs: 150 })).resolves.toBe(code)
  })

  it.each<[what: string, Behavior, code: string]>([
    ['resets the connection', (socket) => void socket.resetAndDestroy(), 'reset'],
    ['disconnects without a response', (socket) => void socket.end(), 'reset'],
    ['disconnects during the response', respondWith(`${head}Content-Length: 1000\r\n\r\nx`), 'reset'],
    [
      'resets the connection during the body',
      resetAfter(`${head}Transfer-Encoding: chunked\r\n\r\n5\r\nab`),
      'reset',
    ],
    ['never stops sending headers', endless(head, 'X-A: b\r\n'), 'response_too_large'],
    ['sends an endless header', endless(`${head}X-A: `, 'x'), 'response_too_large'],
    [
      'sends endless chunk extensions',
      endless(`${head}Transfer-Encoding: chunked\r\n\r\n1;`, 'x'),
      'response_too_large',
    ],
    ['sends endless interim responses', endless('', 'HTTP/1.1 102 Processing\r\n\r\n'), 'response_invalid'],
    ['speaks another protocol', respondWith('220 mail.example.com ESMTP\r\n'), 'response_invalid'],
    [
      'sends conflicting lengths',
      respondWith(`${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`),
      'response_invalid',
    ],
    [
      'upgrades to another protocol',
      respondWith('HTTP/1.1 101 Switching Protocols\r\nUpgrade: x\r\nConnection: Upgrade\r\n\r\nhello'),
      'response_invalid',
    ],
  ])('fails if it %s', async (_what, behave, code) => {
    await expect(codeAfter(behave, {})).resolves.toBe(code)
  })

  it.each<[what: string, Behavior, excerpt: string]>([
    ['a body without a length', respondWith(`${head}\r\nhello`), 'hello'],
    [
      'chunks',
      respondWith(`${head}Transfer-Encoding: chunked\r\n\r\n2\r\nhe\r\n3\r\nllo\r\n0\r\n\r\n`),
      'hello',
    ],
    ['an endless body', endless(`${head}\r\n`, 'x'), 'x'.repeat(1024)],
    [
      'a body that claims to be compressed',
      respondWith(`${head}Content-Encoding: gzip\r\n\r\nhello`),
      'hello',
    ],
    [
      'an interim response',
      respondWith(`HTTP/1.1 103 Early Hints\r\nLink: </>\r\n\r\n${head}\r\nhello`),
      'hello',
    ],
    ['headers of 15 KiB', respondWith(`${head}X-A: ${'x'.repeat(15 * 1024)}\r\n\r\nhello`), 'hello'],
  ])('is accepted with %s', async (_what, behave, excerpt) => {
    await expect(codeAfter(behave, {})).resolves.toBe(`200 ${excerpt}`)
  })

  async function codeAfter(behave: Behavior, more: Partial<EgressMessage>): Promise<string> {
    const receiver = await startReceiver({ onTestFinished }, behave)
    const url = `http://127.0.0.1:${receiver.port}/`
    const outcome = await createEgress({ settings }).post({ ...message(url), ...more })
    return outcome.kind === 'failed' ? outcome.code : `${outcome.status} ${outcome.excerpt}`
  }
})

describe('TLS', () => {
  const host = 'hooks.example.com'
  const good = makeCertificate({ dns: host })

  interface Attempt {
    readonly tls?: TlsOptions
    readonly trusted?: Certificate
    readonly at?: string
    readonly behave?: Behavior
    readonly connectTimeoutMs?: number
  }

  async function attempt({ tls, trusted, at = host, behave = ok, connectTimeoutMs = 10_000 }: Attempt) {
    const receiver = await startReceiver({ onTestFinished }, behave, tls === undefined ? {} : { tls })
    const egress = createEgress({
      settings,
      resolve: async () => ['127.0.0.1'],
      ...(trusted !== undefined && { authorities: [trusted.cert] }),
    })
    const url = `https://${at}:${receiver.port}/`
    const outcome = await egress.post({ ...message(url), connectTimeoutMs })
    await receiver.closed()
    return { code: outcome.kind === 'failed' ? outcome.code : outcome.status, received: receiver.received() }
  }

  it('sends SNI, and the request if the certificate is valid', async () => {
    const names: string[] = []
    const SNICallback: TlsOptions['SNICallback'] = (name, callback) => {
      names.push(name)
      callback(null)
    }
    const { code, received } = await attempt({ tls: { ...good, SNICallback }, trusted: good })
    expect(code).toBe(200)
    expect(names).toEqual([host])
    expect(received).toMatch(/^POST \/ HTTP\/1\.1\r\n/)
  })

  it('accepts a certificate for an IP address', async () => {
    const certificate = makeCertificate({ ip: [127, 0, 0, 1] })
    const { code } = await attempt({ tls: certificate, trusted: certificate, at: '127.0.0.1' })
    expect(code).toBe(200)
  })

  it.each([
    ['its issuer is unknown', { tls: good }],
    ['its issuer is another one', { tls: good, trusted: makeCertificate({ dns: host }) }],
    ['it is for another host', { tls: good, trusted: good, at: 'other.example.com' }],
    ['it is for a name and not for the address', { tls: good, trusted: good, at: '127.0.0.1' }],
  ])('sends nothing if the certificate is invalid: %s', async (_what, invalid) => {
    await expect(attempt(invalid)).resolves.toEqual({ code: 'tls_invalid', received: '' })
  })

  it('ignores NODE_TLS_REJECT_UNAUTHORIZED', async (context) => {
    // Node prints a one-time warning to stderr.
    const warnings = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0')
    context.onTestFinished(() => {
      vi.unstubAllEnvs()
      warnings.mockRestore()
    })
    await expect(attempt({ tls: good })).resolves.toEqual({ code: 'tls_invalid', received: '' })
  })

  it('requires at least version 1.2', async () => {
    const old = { ...good, minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
    await expect(attempt({ tls: old, trusted: good })).resolves.toEqual({ code: 'tls_invalid', received: '' })
    const current = { ...good, maxVersion: 'TLSv1.2' } as const
    await expect(attempt({ tls: current, trusted: good })).resolves.toMatchObject({ code: 200 })
  })

  it('reports failures before the certificate arrives', async () => {
    const silent = { behave: () => undefined, connectTimeoutMs: 150 }
    await expect(attempt(silent)).resolves.toMatchObject({ code: 'connect_timeout' })
    await expect(attempt({ behave: ok })).resolves.toMatchObject({ code: 'tls_invalid' })
    await expect(attempt({ behave: (socket) => socket.end() })).resolves.toMatchObject({ code: 'reset' })
    await expect(attempt({ behave: resetAfter('') })).resolves.toMatchObject({ code: 'reset' })
  })
})
