import { connect as openTcp, Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { manualClock } from '../../lib/clock.ts'
import type { EgressResult } from './result.ts'
import type { EgressSettings } from './policy.ts'
import { createEgress, type EgressMessage } from './request.ts'
import { respondWith, ok, startReceiver } from './test-receiver.ts'

const localSettings: EgressSettings = {
  ownOrigin: 'http://localhost:1',
  ownPorts: [],
  ownAddresses: [],
  loopbackAllowed: true,
  httpAllowed: true,
}
const publicSettings: EgressSettings = {
  ...localSettings,
  ownOrigin: 'https://souk.example.com',
  loopbackAllowed: false,
}

const message = (url: string, more: Partial<EgressMessage> = {}): EgressMessage => ({
  url,
  headers: { 'Content-Type': 'application/json' },
  body: '{"hello":"world"}',
  timeoutMs: 10_000,
  connectTimeoutMs: 10_000,
  ...more,
})

/** An egress with these addresses for every name and a fake connection. */
const fakeEgress = (addresses: readonly string[], settings: EgressSettings) => {
  const resolved: string[] = []
  const connected: string[] = []
  const egress = createEgress({
    settings,
    resolve: async (name) => {
      resolved.push(name)
      return addresses
    },
    connect: (address, port) => {
      connected.push(`${address} ${port}`)
      const socket = new Socket()
      queueMicrotask(() => socket.destroy(new Error('connection refused')))
      return socket
    },
  })
  return { egress, resolved, connected }
}

const hasIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)
const local = createEgress({ settings: localSettings })
const codeOf = (outcome: EgressResult) => (outcome.kind === 'failed' ? outcome.code : outcome.status)

describe('a request', () => {
  it('runs many requests concurrently and aborts all of them when the server stops', async (context) => {
    const receiver = await startReceiver(context, ok)
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    context.onTestFinished(() => warned.mockRestore())
    const egress = createEgress({ settings: localSettings, stopping: new AbortController().signal })
    const url = `http://127.0.0.1:${receiver.port}/`
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => egress.post(message(url))))
    expect(outcomes.map(codeOf)).toEqual(Array.from({ length: 20 }, () => 200))
    expect(warned.mock.calls).toEqual([])
  })

  it('sends one plain request and returns the response', async (context) => {
    const receiver = await startReceiver(context, ok)
    const url = `http://127.0.0.1:${receiver.port}/hook?key=1`
    const outcome = await local.post(message(url, { headers: { 'webhook-id': 'msg_1' } }))
    expect(outcome).toEqual({
      kind: 'response',
      status: 200,
      excerpt: 'fine',
      durationMs: expect.any(Number),
      remoteAddress: '127.0.0.1',
    })
    const [head = '', body] = receiver.received().split('\r\n\r\n')
    expect(body).toBe('{"hello":"world"}')
    expect(new Set(head.split('\r\n'))).toEqual(
      new Set([
        'POST /hook?key=1 HTTP/1.1',
        `Host: 127.0.0.1:${receiver.port}`,
        'User-Agent: Souk',
        'Accept-Encoding: identity',
        'webhook-id: msg_1',
        'Content-Length: 17',
        'Connection: close',
      ]),
    )
  })

  it('sends bytes unchanged', async (context) => {
    const receiver = await startReceiver(context, ok)
    const body = Buffer.from('{"a":"ü"}')
    await local.post(message(`http://localhost:${receiver.port}/`, { body }))
    expect(receiver.received()).toContain(`Content-Length: ${body.length}`)
    expect(receiver.received().endsWith(body.toString('latin1'))).toBe(true)
  })

  it.skipIf(!hasIPv6)('connects to IPv6 addresses', async (context) => {
    const receiver = await startReceiver(context, ok, { host: '::1' })
    const outcome = await local.post(message(`http://[::1]:${receiver.port}/`))
    expect(outcome).toMatchObject({ status: 200, remoteAddress: '::1' })
    expect(receiver.received()).toContain(`Host: [::1]:${receiver.port}`)
  })

  it('tries the next address if one refuses the connection', async (context) => {
    const receiver = await startReceiver(context, ok)
    const resolve = async () => ['::1', '127.0.0.1']
    const egress = createEgress({ settings: localSettings, resolve })
    const outcome = await egress.post(message(`http://hooks.example.com:${receiver.port}/`))
    expect(outcome).toMatchObject({ status: 200, remoteAddress: '127.0.0.1' })
  })

  it('divides the connect timeout among the addresses', async (context) => {
    const receiver = await startReceiver(context, ok)
    const egress = createEgress({
      settings: localSettings,
      resolve: async () => ['::1', '127.0.0.1'],
      connect: (host, port) => (host === '::1' ? new Socket() : openTcp({ host, port })),
    })
    const url = `http://hooks.example.com:${receiver.port}/`
    const outcome = await egress.post(message(url, { connectTimeoutMs: 1000 }))
    expect(outcome).toMatchObject({ status: 200, remoteAddress: '127.0.0.1' })
  })

  it('leaves no connection open after a response or a timeout', async (context) => {
    const response = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine'
    for (const behave of [(socket: Socket) => void socket.write(response), () => undefined]) {
      const receiver = await startReceiver(context, behave)
      await local.post(message(`http://127.0.0.1:${receiver.port}/`, { timeoutMs: 100 }))
      await receiver.closed()
      expect(receiver.connections()).toBe(1)
    }
  })

  it('survives a connection that breaks immediately', async (context) => {
    const receiver = await startReceiver(context, ok)
    const egress = createEgress({
      settings: localSettings,
      connect: (host, port) => {
        const socket = openTcp({ host, port })
        return socket.on('connect', () => socket.destroy(new Error('broken')))
      },
    })
    expect(codeOf(await egress.post(message(`http://127.0.0.1:${receiver.port}/`)))).toBe('reset')
  })

  it('ignores proxy settings of the environment', async (context) => {
    const proxy = await startReceiver(context, ok)
    const receiver = await startReceiver(context, ok)
    for (const name of ['HTTP_PROXY', 'http_proxy', 'ALL_PROXY', 'NODE_USE_ENV_PROXY']) {
      vi.stubEnv(name, name === 'NODE_USE_ENV_PROXY' ? '1' : `http://127.0.0.1:${proxy.port}`)
    }
    context.onTestFinished(() => void vi.unstubAllEnvs())
    await local.post(message(`http://127.0.0.1:${receiver.port}/`))
    expect([proxy.connections(), receiver.connections()]).toEqual([0, 1])
  })
})

describe('a refused request', () => {
  it.each([
    'ftp://hooks.example.com/',
    'https://10.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://intranet/',
    'https://user@hooks.example.com/',
    'https://hooks.example.com:5432/',
    '',
  ])('to %j causes no lookup', async (url) => {
    const { egress, resolved, connected } = fakeEgress(['8.8.8.8'], publicSettings)
    expect(codeOf(await egress.post(message(url)))).toBe('blocked_url')
    expect({ resolved, connected }).toEqual({ resolved: [], connected: [] })
  })

  it.each([
    [['127.0.0.1']],
    [['8.8.8.8', '127.0.0.1']],
    [['10.0.0.1', '8.8.8.8']],
    [['8.8.8.8', '8.8.4.4', '1.1.1.1', '9.9.9.9', '169.254.169.254']],
    [['2606:4700:4700::1111', 'fd00::1']],
    [['::ffff:8.8.8.8']],
    [['64:ff9b::808:808']],
    [['intranet']],
    [['0x7f.1']],
    [['']],
  ])('to a name that resolves to %j causes no connection', async (addresses) => {
    const { egress, connected } = fakeEgress(addresses, publicSettings)
    expect(codeOf(await egress.post(message('https://hooks.example.com/')))).toBe('blocked_address')
    expect(connected).toEqual([])
  })

  it('uses one lookup, and connects only to its addresses', async () => {
    const { egress, connected, resolved } = fakeEgress(
      ['8.8.8.8', '2606:4700:4700:0:0::1111'],
      publicSettings,
    )
    expect(codeOf(await egress.post(message('https://hooks.example.com:8443/')))).toBe('connect_failed')
    expect(resolved).toEqual(['hooks.example.com'])
    expect(connected).toEqual(['8.8.8.8 8443', '2606:4700:4700::1111 8443'])
  })

  it('checks every lookup, which defeats DNS rebinding', async (context) => {
    const inner = await startReceiver(context, ok)
    const answers = [['8.8.8.8'], ['127.0.0.1']]
    const connected: string[] = []
    const egress = createEgress({
      settings: publicSettings,
      resolve: async () => answers.shift() ?? [],
      connect: (address) => {
        connected.push(address)
        return new Socket().destroy(new Error('connection refused'))
      },
    })
    const again = message(`http://hooks.example.com:${inner.port}/`)
    expect(codeOf(await egress.post(again))).toBe('connect_failed')
    expect(codeOf(await egress.post(again))).toBe('blocked_address')
    expect(connected).toEqual(['8.8.8.8'])
    expect(inner.connections()).toBe(0)
  })

  it('sends no byte if the address of the peer differs from the checked one', async (context) => {
    const other = await startReceiver(context, ok)
    const egress = createEgress({
      settings: publicSettings,
      resolve: async () => ['8.8.8.8'],
      connect: () => openTcp({ host: '127.0.0.1', port: other.port }),
    })
    for (const scheme of ['http', 'https']) {
      const outcome = await egress.post(message(`${scheme}://hooks.example.com:8443/`))
      expect(codeOf(outcome)).toBe('blocked_address')
    }
    await other.closed()
    expect(other.received()).toBe('')
  })

  it('sends no byte if the peer has another port', async (context) => {
    const other = await startReceiver(context, ok)
    const connect = () => openTcp({ host: '127.0.0.1', port: other.port })
    const egress = createEgress({ settings: localSettings, connect })
    expect(codeOf(await egress.post(message('http://127.0.0.1:1024/')))).toBe('blocked_address')
    expect(other.received()).toBe('')
  })

  it('is one whose header contains a line break', async () => {
    const { egress, resolved, connected } = fakeEgress(['8.8.8.8'], publicSettings)
    const headers = { Authorization: 'Bearer a\r\nHost: inner' }
    const outcome = await egress.post(message('https://hooks.example.com/', { headers }))
    expect(codeOf(outcome)).toBe('blocked_header')
    expect({ resolved, connected }).toEqual({ resolved: [], connected: [] })
  })

  it.each([
    ['finds no address', async () => []],
    ['fails', async () => Promise.reject(new Error('SERVFAIL'))],
    ['never responds', () => new Promise<string[]>(() => undefined)],
  ])('fails with dns_failed if the resolver %s', async (_what, resolve) => {
    const egress = createEgress({ settings: publicSettings, resolve })
    const outcome = await egress.post(message('https://hooks.example.com/', { connectTimeoutMs: 100 }))
    expect(codeOf(outcome)).toBe('dns_failed')
  })

  it('times out if no address accepts the connection', async () => {
    const sockets: Socket[] = []
    const connect = () => sockets[sockets.push(new Socket()) - 1] ?? new Socket()
    const egress = createEgress({
      settings: publicSettings,
      resolve: async () => ['8.8.8.8', '8.8.4.4'],
      connect,
    })
    const outcome = await egress.post(message('https://hooks.example.com/', { connectTimeoutMs: 100 }))
    expect(codeOf(outcome)).toBe('connect_timeout')
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true])
  })
})

describe('a response', () => {
  it('does not follow a redirect', async (context) => {
    const inner = await startReceiver(context, ok)
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://127.0.0.1:${inner.port}/`
      const text = `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`
      const receiver = await startReceiver(context, respondWith(text))
      expect(codeOf(await local.post(message(`http://127.0.0.1:${receiver.port}/`)))).toBe(status)
    }
    expect(inner.connections()).toBe(0)
  })

  it('is truncated to the first KiB', async (context) => {
    const size = 300 * 1024 * 1024
    const piece = Buffer.alloc(64 * 1024, 'x')
    const receiver = await startReceiver(context, (socket) => {
      socket.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`)
      const more = () => {
        while (!socket.destroyed && socket.bytesWritten < size && socket.write(piece));
      }
      socket.on('drain', more)
      more()
    })
    const outcome = await local.post(message(`http://127.0.0.1:${receiver.port}/`))
    expect(outcome).toMatchObject({ status: 200, excerpt: 'x'.repeat(1024) })
    // More than the 64 KiB that are read, because system buffers fill up first.
    expect(receiver.bytesSent()).toBeLessThan(size / 10)
  })

  it('is converted to printable text', async (context) => {
    const body = Buffer.concat([
      Buffer.from('a\0b\u001b[2J\u202ec\n\tü'),
      Buffer.alloc(500, 0xff),
      Buffer.from('€'.repeat(400)),
    ])
    const receiver = await startReceiver(context, (socket) => {
      socket.write(`HTTP/1.1 500 No\r\nContent-Length: ${body.length}\r\n\r\n`)
      socket.end(body)
    })
    const outcome = await local.post(message(`http://127.0.0.1:${receiver.port}/`))
    const excerpt = outcome.kind === 'response' ? outcome.excerpt : ''
    expect(excerpt.startsWith('a b [2J c\n\tü\ufffd')).toBe(true)
    expect(Buffer.byteLength(excerpt)).toBeGreaterThan(1020)
    expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(1024)
  })

  it('has the delay of Retry-After', async (context) => {
    const clock = manualClock(new Date('2026-03-01T12:00:00Z'))
    const egress = createEgress({ settings: localSettings, clock })
    const text = (value: string) => `HTTP/1.1 429 Wait\r\nRetry-After: ${value}\r\nContent-Length: 0\r\n\r\n`
    for (const value of ['120', 'Sun, 01 Mar 2026 12:02:00 GMT']) {
      const receiver = await startReceiver(context, respondWith(text(value)))
      const outcome = await egress.post(message(`http://127.0.0.1:${receiver.port}/`))
      expect(outcome).toMatchObject({ status: 429, retryAfterMs: 120_000 })
    }
  })
})
