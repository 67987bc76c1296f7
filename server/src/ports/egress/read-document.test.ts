/** Reads of documents: the metadata of apps, whose URL strangers choose. */
import { Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import type { EgressSettings } from './policy.ts'
import { createEgress } from './request.ts'
import { makeCertificate } from './test-certificate.ts'
import { respondWith, startReceiver, type Behavior } from './test-receiver.ts'

const host = 'documents.example'
const certificate = makeCertificate({ dns: host })
const settings: EgressSettings = {
  ownOrigin: 'https://souk.example.com',
  ownPorts: [],
  ownAddresses: [],
  loopbackAllowed: true,
  httpAllowed: true,
}
const limits = { timeoutMs: 10_000, connectTimeoutMs: 10_000 }
const response = (head: string, body: string) =>
  respondWith(`HTTP/1.1 ${head}\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
const json = (body: string, type = 'application/json') => response(`200 OK\r\nContent-Type: ${type}`, body)

async function read(behave: Behavior, timeoutMs = 10_000) {
  const receiver = await startReceiver({ onTestFinished }, behave, { tls: certificate })
  const egress = createEgress({
    settings,
    resolve: async () => ['127.0.0.1'],
    authorities: [certificate.cert],
  })
  const document = await egress.get({
    ...limits,
    url: `https://${host}:${receiver.port}/client.json`,
    timeoutMs,
  })
  return { document, received: receiver.received() }
}

describe('get', () => {
  it('sends one request without credentials and returns the text', async () => {
    const { document, received } = await read(json('{"ok":true}', 'application/json; charset=utf-8'))
    expect(document).toEqual({ kind: 'document', text: '{"ok":true}' })
    expect(received).toMatch(/^GET \/client\.json HTTP\/1\.1\r\n/)
    expect(received).not.toMatch(/^(?:cookie|authorization):/im)
  })

  it.each([
    [
      'a redirect, which it does not follow',
      response('302 Found\r\nLocation: https://127.0.0.1/', ''),
      'document_status',
    ],
    [
      'a missing document',
      response('404 Not Found\r\nContent-Type: application/json', '{}'),
      'document_status',
    ],
    ['HTML', json('{}', 'text/html'), 'document_type'],
    ['no type', response('200 OK', '{}'), 'document_type'],
    [
      'a compressed document',
      response('200 OK\r\nContent-Type: application/json\r\nContent-Encoding: gzip', 'x'),
      'document_type',
    ],
    ['more than 256 KiB', json('x'.repeat(256 * 1024 + 1)), 'document_too_large'],
  ])('refuses %s', async (_what, behave, code) => {
    expect((await read(behave)).document).toEqual({ kind: 'failed', code })
  })

  it('accepts 256 KiB', async () => {
    expect((await read(json('x'.repeat(256 * 1024)))).document).toMatchObject({ kind: 'document' })
  })

  it('refuses bytes that are not UTF-8', async () => {
    const behave: Behavior = (socket) => {
      socket.write('HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n')
      socket.end(Buffer.from([0xc3, 0x28]))
    }
    expect((await read(behave)).document).toEqual({ kind: 'failed', code: 'document_encoding' })
  })

  it('stops an endless document at its limit, and a slow one at the deadline', async () => {
    const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 999999999\r\n\r\n'
    const endless: Behavior = (socket) => {
      socket.write(head)
      const more = () => {
        while (!socket.destroyed && socket.write('x'.repeat(65_536)));
      }
      socket.on('drain', more)
      more()
    }
    expect((await read(endless)).document).toEqual({ kind: 'failed', code: 'document_too_large' })
    const slow: Behavior = (socket) => void socket.write(head)
    expect((await read(slow, 300)).document).toEqual({ kind: 'failed', code: 'response_timeout' })
  })

  it.each([
    ['a private address', `https://${host}/c`, ['10.0.0.1'], 'blocked_address'],
    ['the metadata address of a cloud', `https://${host}/c`, ['169.254.169.254'], 'blocked_address'],
    ['a mapped address', `https://${host}/c`, ['::ffff:192.168.0.1'], 'blocked_address'],
    ['loopback', `https://${host}/c`, ['127.0.0.1'], 'blocked_address'],
    ['plain HTTP', `http://${host}/c`, ['93.184.215.14'], 'blocked_url'],
    ['another scheme', 'file:///etc/passwd', [], 'blocked_url'],
  ])('never connects to %s', async (_what, url, addresses, code) => {
    const egress = createEgress({
      settings: { ...settings, loopbackAllowed: false },
      resolve: async () => addresses,
      connect: () => expect.fail('connected'),
    })
    expect(await egress.get({ ...limits, url })).toEqual({ kind: 'failed', code })
  })

  it('connects to the address that it checked, and gives up when it does not answer', async () => {
    const connected: string[] = []
    const resolved: string[] = []
    const egress = createEgress({
      settings,
      resolve: async (name) => {
        resolved.push(name)
        return ['93.184.215.14']
      },
      connect: (address) => {
        connected.push(address)
        return new Socket()
      },
    })
    const outcome = await egress.get({ ...limits, url: `https://${host}/c`, connectTimeoutMs: 50 })
    expect([outcome, resolved, connected]).toEqual([
      { kind: 'failed', code: 'connect_timeout' },
      [host],
      ['93.184.215.14'],
    ])
  })
})
