import { once } from 'node:events'
import type { ClientRequest, IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { createConnection, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls'
import { Client, credentials, Metadata } from '@grpc/grpc-js'
import { pino } from 'pino'
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { certificateExpiry } from '../../src/config/certificate.ts'
import { readConfig } from '../../src/config/config.ts'
import { decode } from '../../src/http/bindings/grpc/protobuf/decode.ts'
import { encode } from '../../src/http/bindings/grpc/protobuf/encode.ts'
import { HealthCheckRequest, HealthCheckResponse } from '../../src/http/bindings/grpc/schema/health.ts'
import { Certificate } from '../../src/http/connections/certificate.ts'
import { createHttp2Server } from '../../src/http/connections/http2-server.ts'
import { createHttpServer } from '../../src/http/connections/http-server.ts'
import { day } from '../../src/lib/clock.ts'
import { methodOf, pathOf } from '../fixtures/a2a/grpc-call.ts'
import { asOperator } from '../fixtures/operations.ts'
import { startSouk, type Souk } from '../fixtures/harness.ts'
import { createTestAgent, type TestAgent } from '../fixtures/people/test-agents.ts'
import { createTlsFiles, type TlsFiles } from '../fixtures/receivers/tls-files.ts'

let files: TlsFiles
beforeAll(() => {
  files = createTlsFiles()
})
afterAll(() => files.remove())

interface Market {
  readonly souk: Souk
  readonly port: number
  readonly client: TestAgent
  readonly provider: TestAgent
}

async function startMarket(): Promise<Market> {
  const { tls, settings } = readConfig({ TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile })
  const souk = await startSouk({ tls, settings })
  const client = await createTestAgent(souk)
  const provider = await createTestAgent(souk)
  await souk.app.listen({ port: 0, host: '127.0.0.1' })
  return { souk, port: portOf(souk.app.server.address()), client, provider }
}

const portOf = (address: AddressInfo | string | null) => Number(Object(address).port)

const message = { messageId: 'm', role: 'ROLE_USER', parts: [{ text: 'Hello' }] }

const body = JSON.stringify({ message, configuration: { returnImmediately: true } })

/** Opens a request of HTTP+JSON that starts a task; the response of `:stream` stays open. */
function open({ port, client, provider }: Market, verb: 'send' | 'stream') {
  return request({
    port,
    host: 'localhost',
    ca: files.cert(),
    method: 'POST',
    path: `/api/a2a/v1/agents/${provider.agent.name}/message:${verb}`,
    headers: {
      authorization: `Bearer ${client.key.as ?? ''}`,
      'a2a-version': '1.0',
      'content-type': 'application/json',
      'content-length': body.length,
    },
  })
}

async function send(market: Market, verb: 'send' | 'stream') {
  const sent = open(market, verb)
  sent.end(body)
  return responseTo(sent)
}

async function responseTo(sent: ClientRequest) {
  const [response]: IncomingMessage[] = await once(sent, 'response')
  return response ?? expect.fail('no response')
}

describe('a port with a certificate', () => {
  let market: Market
  beforeAll(async () => {
    market = await startMarket()
  })
  afterAll(() => market.souk.stop())

  it('serves HTTP+JSON to clients of HTTP/1.1, with HSTS', async () => {
    const response = await send(market, 'send')
    expect(response.statusCode).toBe(200)
    expect(response.headers['strict-transport-security']).toBe('max-age=31536000')
    expect(JSON.parse(await text(response))).toMatchObject({ task: { status: {} } })
  })

  it('serves event streams', async () => {
    const response = await send(market, 'stream')
    expect(response.headers['content-type']).toContain('text/event-stream')
    let received = ''
    for await (const chunk of response) {
      received += String(chunk)
      if (received.includes('\n\n')) break
    }
    expect(received).toContain('"task"')
  })

  it('serves the official gRPC client', async () => {
    const grpc = new Client(`localhost:${market.port}`, credentials.createSsl(files.cert()))
    onTestFinished(() => grpc.close())
    const metadata = new Metadata()
    metadata.set('authorization', `Bearer ${market.client.key.as ?? ''}`)
    metadata.set('a2a-version', '1.0')
    const call = (path: string, bytes: Buffer) =>
      new Promise<Buffer | undefined>((resolve, reject) => {
        const asBytes = (unchanged: Buffer) => unchanged
        grpc.makeUnaryRequest(path, asBytes, asBytes, bytes, metadata, (error, value) =>
          error === null ? resolve(value) : reject(error),
        )
      })
    const health = await call('/grpc.health.v1.Health/Check', encode(HealthCheckRequest, {}))
    expect(decode(HealthCheckResponse, health ?? Buffer.alloc(0))).toHaveProperty('status')
    const { request: input, response: output } = methodOf('SendMessage')
    const configuration = { returnImmediately: true }
    const sent = encode(input, { tenant: market.provider.agent.name, message, configuration })
    const reply = await call(pathOf('SendMessage'), sent)
    expect(decode(output, reply ?? Buffer.alloc(0))).toMatchObject({ task: { status: {} } })
  })

  it.each([
    [['h2', 'http/1.1'], 'http/1.1'],
    [['h2'], 'h2'],
    [undefined, false],
  ])('agrees with a client that offers %j on %j', async (ALPNProtocols, agreed) => {
    const socket = await handshake(market.port, ALPNProtocols === undefined ? {} : { ALPNProtocols })
    expect(socket.alpnProtocol).toBe(agreed)
  })

  it('refuses TLS 1.1', async () => {
    const old = { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' } as const
    await expect(handshake(market.port, old)).rejects.toThrow()
  })

  it('closes connections of plain HTTP, without a log of errors', async () => {
    const socket = createConnection(market.port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.end('GET /api/health HTTP/1.1\r\nHost: localhost\r\n\r\n')
    let received = ''
    socket.on('data', (chunk) => (received += String(chunk)))
    await once(socket, 'close')
    expect(received).not.toContain('HTTP/1.1 200')
    expect(market.souk.loggedErrors).toEqual([])
  })
})

async function handshake(port: number, options: ConnectionOptions): Promise<TLSSocket> {
  const socket = connect({ port, host: '127.0.0.1', servername: 'localhost', ca: files.cert(), ...options })
  onTestFinished(() => void socket.destroy())
  await once(socket, 'secureConnect')
  return socket
}

describe('the stop of a server with a certificate', () => {
  it('ends streams in order, and connections without a request', async () => {
    const market = await startMarket()
    const response = await send(market, 'stream')
    const content = text(response)
    const waiting = createConnection(market.port, '127.0.0.1')
    const unused = await handshake(market.port, {})
    for (const socket of [waiting, unused]) socket.on('error', () => undefined)
    const closed = Promise.all([once(waiting, 'close'), once(unused, 'close')])
    await market.souk.stop()
    expect(await content).toContain('"task"')
    expect(response.complete).toBe(true)
    await closed
  })

  it('completes a request whose body is still being sent', async () => {
    const market = await startMarket()
    const sent = open(market, 'send')
    const response = responseTo(sent)
    const received = once(market.souk.app.server, 'request')
    sent.write(body.slice(0, 9))
    await received
    const stopped = market.souk.stop()
    await new Promise((resolve) => setTimeout(resolve, 100))
    sent.end(body.slice(9))
    expect((await response).statusCode).toBe(200)
    await stopped
  })
})

describe('a renewed certificate', () => {
  it('is used for new connections as soon as it fits its key', async () => {
    const lines: string[] = []
    const log = pino({ level: 'info' }, { write: (line) => void lines.push(line) })
    const certificate = new Certificate(files, log, 20)
    const server = createHttpServer((_, response) => response.end('ok'), createHttp2Server(), certificate)
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    onTestFinished(() => {
      certificate.close()
      server.close()
    })
    const served = async () => {
      const socket = await handshake(portOf(server.address()), { rejectUnauthorized: false })
      return socket.getPeerCertificate().fingerprint256
    }
    const first = await served()
    files.renew('cert')
    await vi.waitFor(() => expect(lines.join('')).toContain('TLS_KEY_FILE must be the key'), 10_000)
    expect(await served()).toBe(first)
    files.renew()
    await vi.waitFor(async () => expect(await served()).not.toBe(first), 10_000)
    expect(lines.join('')).toContain('The renewed certificate is in use.')
  })
})

describe('TLS_CERT_FILE and TLS_KEY_FILE', () => {
  const settings = () => ({ TLS_CERT_FILE: files.certFile, TLS_KEY_FILE: files.keyFile })

  it('make https the default of BASE_URL', () => {
    expect(readConfig({ ...settings(), PORT: '4443' }).settings.origin).toBe('https://localhost:4443')
    expect(readConfig({ PORT: '4443' }).settings.origin).toBe('http://localhost:4443')
    const behindName = readConfig({ ...settings(), BASE_URL: 'https://souk.example.com' })
    expect(behindName.settings.origin).toBe('https://souk.example.com')
  })

  it.each([
    ['without a key', { TLS_KEY_FILE: undefined }, 'TLS_KEY_FILE is missing. Set TLS_CERT_FILE and'],
    [
      'without a certificate',
      { TLS_CERT_FILE: undefined },
      'TLS_CERT_FILE is missing. Set TLS_CERT_FILE and',
    ],
    [
      'with a missing file',
      { TLS_CERT_FILE: '/nowhere.pem' },
      'TLS_CERT_FILE must be a readable file (ENOENT',
    ],
    [
      'with a file that is not PEM',
      { TLS_KEY_FILE: import.meta.filename },
      'TLS_KEY_FILE must be a PEM file',
    ],
    [
      'with an http origin',
      { BASE_URL: 'http://souk.example.com' },
      'BASE_URL must begin with https://: with TLS_CERT_FILE, the port serves only HTTPS',
    ],
  ])('refuse to start %s', (_, changed, sentence) => {
    expect(() => readConfig({ ...settings(), ...changed })).toThrow(sentence)
  })

  it('let the doctor report when the certificate expires', async () => {
    const { tls } = readConfig(settings())
    const souk = await startSouk({ tls })
    onTestFinished(() => souk.stop())
    const certificate = async () => {
      const { checks } = (await souk.call('checkDeployment', {}, asOperator)).data
      return checks.find(({ name }) => name === 'certificate')?.state
    }
    // The certificates of these tests are valid for two days, from the time of the machine.
    souk.clock.advance(certificateExpiry(files).getTime() - day - souk.clock.now().getTime())
    expect(await certificate()).toBe('warning')
    souk.clock.advance(2 * day)
    expect(await certificate()).toBe('error')
  })

  it('refuse a key of another certificate', () => {
    const other = createTlsFiles()
    onTestFinished(() => other.remove())
    expect(() => readConfig({ ...settings(), TLS_KEY_FILE: other.keyFile })).toThrow(
      'TLS_KEY_FILE must be the key of the certificate in TLS_CERT_FILE',
    )
  })

  it('refuse a key that is too short to be served', () => {
    const short = createTlsFiles(['rsa:512'])
    onTestFinished(() => short.remove())
    expect(() => new Certificate(short, pino({ level: 'silent' }))).toThrow(
      /^TLS_CERT_FILE and TLS_KEY_FILE are unusable \(.*key too small.*\)/,
    )
  })
})
