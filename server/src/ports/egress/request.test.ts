import { connect as openTcp, Socket } from 'node:net'
import { networkInterfaces } from 'node:os'
import { describe, expect, it, vi } from 'vitest'
import { manualClock } from '../../lib/clock.ts'
import type { EgressResult } from './result.ts'
import type { EgressSettings } from './policy.ts'
import { createEgress, type EgressMessage } from './request.ts'
import { answering, ok, startReceiver } from './test-receiver.ts'

const atHome: EgressSettings = {
  ownOrigin: 'http://localhost:1',
  ownPorts: [],
  ownAddresses: [],
  loopbackAllowed: true,
  httpAllowed: true,
}
const inPublic: EgressSettings = { ...atHome, ownOrigin: 'https://souk.example.com', loopbackAllowed: false }

const message = (url: string, more: Partial<EgressMessage> = {}): EgressMessage => ({
  url,
  headers: { 'Content-Type': 'application/json' },
  body: '{"hello":"world"}',
  timeoutMs: 10_000,
  connectTimeoutMs: 10_000,
  ...more,
})

/** An egress with these addresses for every name and a fake connection. */
const told = (addresses: readonly string[], settings: EgressSettings) => {
  const asked: string[] = []
  const connected: string[] = []
  const egress = createEgress({
    settings,
    resolve: async (name) => {
      asked.push(name)
      return addresses
    },
    connect: (address, port) => {
      connected.push(`${address} ${port}`)
      const socket = new Socket()
      queueMicrotask(() => socket.destroy(new Error('connection refused')))
      return socket
    },
  })
  return { egress, asked, connected }
}

const speaksIPv6 = Object.values(networkInterfaces()).some((all) =>
  all?.some(({ address }) => address === '::1'),
)
const local = createEgress({ settings: atHome })
const codeOf = (outcome: EgressResult) => (outcome.kind === 'failed' ? outcome.code : outcome.status)

describe('what is sent', () => {
  it('runs many requests concurrently and aborts all of them when the server stops', async (context) => {
    const receiver = await startReceiver(context, ok)
    const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => undefined)
    context.onTestFinished(() => warned.mockRestore())
    const egress = createEgress({ settings: atHome, stopping: new AbortController().signal })
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
      kind: 'answered',
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

  it('carries bytes as they are', async (context) => {
    const receiver = await startReceiver(context, ok)
    const body = Buffer.from('{"a":"ü"}')
    await local.post(message(`http://localhost:${receiver.port}/`, { body }))
    expect(receiver.received()).toContain(`Content-Length: ${body.length}`)
    expect(receiver.received().endsWith(body.toString('latin1'))).toBe(true)
  })

  it.skipIf(!speaksIPv6)('reaches IPv6 addresses too', async (context) => {
    const receiver = await startReceiver(context, ok, { host: '::1' })
    const outcome = await local.post(message(`http://[::1]:${receiver.port}/`))
    expect(outcome).toMatchObject({ status: 200, remoteAddress: '::1' })
    expect(receiver.received()).toContain(`Host: [::1]:${receiver.port}`)
  })

  it('goes to the next address when one does not answer', async (context) => {
    const receiver = await startReceiver(context, ok)
    const resolve = async () => ['::1', '127.0.0.1']
    const egress = createEgress({ settings: atHome, resolve })
    const outcome = await egress.post(message(`http://hooks.example.com:${receiver.port}/`))
    expect(outcome).toMatchObject({ status: 200, remoteAddress: '127.0.0.1' })
  })

  it('leaves time for the next address when one is silent', async (context) => {
    const receiver = await startReceiver(context, ok)
    const egress = createEgress({
      settings: atHome,
      resolve: async () => ['::1', '127.0.0.1'],
      connect: (host, port) => (host === '::1' ? new Socket() : openTcp({ host, port })),
    })
    const url = `http://hooks.example.com:${receiver.port}/`
    const outcome = await egress.post(message(url, { connectTimeoutMs: 1000 }))
    expect(outcome).toMatchObject({ status: 200, remoteAddress: '127.0.0.1' })
  })

  it('leaves no connection open, however it ends', async (context) => {
    const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfine'
    for (const behave of [(socket: Socket) => void socket.write(answer), () => undefined]) {
      const receiver = await startReceiver(context, behave)
      await local.post(message(`http://127.0.0.1:${receiver.port}/`, { timeoutMs: 100 }))
      await receiver.closed()
      expect(receiver.connections()).toBe(1)
    }
  })

  it('survives a connection that breaks as soon as it stands', async (context) => {
    const receiver = await startReceiver(context, ok)
    const egress = createEgress({
      settings: atHome,
      connect: (host, port) => {
        const socket = openTcp({ host, port })
        return socket.on('connect', () => socket.destroy(new Error('broken')))
      },
    })
    expect(codeOf(await egress.post(message(`http://127.0.0.1:${receiver.port}/`)))).toBe('reset')
  })

  it('uses no proxy of the environment', async (context) => {
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

describe('where nothing is sent', () => {
  it.each([
    'ftp://hooks.example.com/',
    'https://10.0.0.1/',
    'https://2130706433/',
    'https://[::1]/',
    'https://intranet/',
    'https://user@hooks.example.com/',
    'https://hooks.example.com:5432/',
    '',
  ])('refuses %j without looking anything up', async (url) => {
    const { egress, asked, connected } = told(['8.8.8.8'], inPublic)
    expect(codeOf(await egress.post(message(url)))).toBe('blocked_url')
    expect({ asked, connected }).toEqual({ asked: [], connected: [] })
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
  ])('refuses a name that leads to %j', async (addresses) => {
    const { egress, connected } = told(addresses, inPublic)
    expect(codeOf(await egress.post(message('https://hooks.example.com/')))).toBe('blocked_address')
    expect(connected).toEqual([])
  })

  it('connects to the addresses of the one lookup and to nothing else', async () => {
    const { egress, connected, asked } = told(['8.8.8.8', '2606:4700:4700:0:0::1111'], inPublic)
    expect(codeOf(await egress.post(message('https://hooks.example.com:8443/')))).toBe('connect_failed')
    expect(asked).toEqual(['hooks.example.com'])
    expect(connected).toEqual(['8.8.8.8 8443', '2606:4700:4700::1111 8443'])
  })

  it('judges each lookup anew, so that a name which changes gains nothing', async (context) => {
    const inner = await startReceiver(context, ok)
    const answers = [['8.8.8.8'], ['127.0.0.1']]
    const connected: string[] = []
    const egress = createEgress({
      settings: inPublic,
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

  it('writes no byte to an address other than the checked one', async (context) => {
    const other = await startReceiver(context, ok)
    const egress = createEgress({
      settings: inPublic,
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

  it('writes no byte to another port than was meant', async (context) => {
    const other = await startReceiver(context, ok)
    const connect = () => openTcp({ host: '127.0.0.1', port: other.port })
    const egress = createEgress({ settings: atHome, connect })
    expect(codeOf(await egress.post(message('http://127.0.0.1:1024/')))).toBe('blocked_address')
    expect(other.received()).toBe('')
  })

  it('refuses headers that break out of their line', async () => {
    const { egress, asked, connected } = told(['8.8.8.8'], inPublic)
    const headers = { Authorization: 'Bearer a\r\nHost: inner' }
    const outcome = await egress.post(message('https://hooks.example.com/', { headers }))
    expect(codeOf(outcome)).toBe('blocked_header')
    expect({ asked, connected }).toEqual({ asked: [], connected: [] })
  })

  it.each([
    ['knows nothing', async () => []],
    ['fails', async () => Promise.reject(new Error('SERVFAIL'))],
    ['never answers', () => new Promise<string[]>(() => undefined)],
  ])('gives up when the resolver %s', async (_what, resolve) => {
    const egress = createEgress({ settings: inPublic, resolve })
    const outcome = await egress.post(message('https://hooks.example.com/', { connectTimeoutMs: 100 }))
    expect(codeOf(outcome)).toBe('dns_failed')
  })

  it('times out when the connection is not accepted', async () => {
    const sockets: Socket[] = []
    const connect = () => sockets[sockets.push(new Socket()) - 1] ?? new Socket()
    const egress = createEgress({ settings: inPublic, resolve: async () => ['8.8.8.8', '8.8.4.4'], connect })
    const outcome = await egress.post(message('https://hooks.example.com/', { connectTimeoutMs: 100 }))
    expect(codeOf(outcome)).toBe('connect_timeout')
    expect(sockets.map(({ destroyed }) => destroyed)).toEqual([true, true])
  })
})

describe('what is read', () => {
  it('is not followed', async (context) => {
    const inner = await startReceiver(context, ok)
    for (const status of [301, 302, 303, 307, 308]) {
      const location = `http://127.0.0.1:${inner.port}/`
      const text = `HTTP/1.1 ${status} Moved\r\nLocation: ${location}\r\nContent-Length: 0\r\n\r\n`
      const receiver = await startReceiver(context, answering(text))
      expect(codeOf(await local.post(message(`http://127.0.0.1:${receiver.port}/`)))).toBe(status)
    }
    expect(inner.connections()).toBe(0)
  })

  it('is the beginning of a body of any size', async (context) => {
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
    // What is under way in the buffers of the system comes on top of the 64 KiB that are read.
    expect(receiver.bytesSent()).toBeLessThan(size / 10)
  })

  it('is text that can be stored and shown', async (context) => {
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
    const excerpt = outcome.kind === 'answered' ? outcome.excerpt : ''
    expect(excerpt.startsWith('a b [2J c\n\tü\ufffd')).toBe(true)
    expect(Buffer.byteLength(excerpt)).toBeGreaterThan(1020)
    expect(Buffer.byteLength(excerpt)).toBeLessThanOrEqual(1024)
  })

  it('says when to come again', async (context) => {
    const clock = manualClock(new Date('2026-03-01T12:00:00Z'))
    const egress = createEgress({ settings: atHome, clock })
    const text = (value: string) => `HTTP/1.1 429 Wait\r\nRetry-After: ${value}\r\nContent-Length: 0\r\n\r\n`
    for (const value of ['120', 'Sun, 01 Mar 2026 12:02:00 GMT']) {
      const receiver = await startReceiver(context, answering(text(value)))
      const outcome = await egress.post(message(`http://127.0.0.1:${receiver.port}/`))
      expect(outcome).toMatchObject({ status: 429, retryAfterMs: 120_000 })
    }
  })
})
