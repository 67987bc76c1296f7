import { Socket } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
import { createEgress } from './request.ts'
import { createResolve } from './resolve.ts'
import { startNameServer, type Names } from './test-name-server.ts'

const names: Names = {
  'both.example.com': { addresses: ['93.184.216.34', '2606:2800:220:1::1', '93.184.216.35'] },
  'old.example.com': { addresses: ['93.184.216.34'] },
  'new.example.com': { addresses: ['2606:2800:220:1::1'] },
  'inner.example.com': { addresses: ['10.0.0.7'] },
  'mixed.example.com': { addresses: ['93.184.216.34', '::1'] },
  'alias.example.com': { alias: 'db.inner.example.com', addresses: ['10.0.0.7'] },
  'empty.example.com': { addresses: [] },
  'silent.example.com': 'silent',
}
const neverAborted = () => new AbortController().signal

describe('createResolve', () => {
  it.each([
    ['both.example.com', ['93.184.216.34', '93.184.216.35', '2606:2800:220:1::1']],
    ['old.example.com', ['93.184.216.34']],
    ['new.example.com', ['2606:2800:220:1::1']],
    ['alias.example.com', ['10.0.0.7']],
    ['empty.example.com', []],
    ['unknown.example.com', []],
  ])('finds every address of %s', async (name, addresses) => {
    const server = await startNameServer({ onTestFinished }, names)
    expect(await createResolve([server.address])(name, neverAborted())).toEqual(addresses)
    expect([...server.queries].toSorted()).toEqual([`A ${name}`, `AAAA ${name}`])
  })

  it('resolves localhost without a query', async (context) => {
    const server = await startNameServer(context, names)
    const resolve = createResolve([server.address])
    for (const name of ['localhost', 'app.localhost']) {
      expect(await resolve(name, neverAborted())).toEqual(['127.0.0.1', '::1'])
    }
    expect(server.queries).toEqual([])
  })

  it('stops when its signal aborts', async (context) => {
    const server = await startNameServer(context, names)
    const stopping = new AbortController()
    const found = createResolve([server.address])('silent.example.com', stopping.signal)
    stopping.abort()
    expect(await found).toEqual([])
    // At most one query per family, without retries.
    expect(server.queries.length).toBeLessThanOrEqual(2)
  })
})

describe('createEgress with real lookups', () => {
  it.each([
    ['inner.example.com', 'blocked_address'],
    ['mixed.example.com', 'blocked_address'],
    ['alias.example.com', 'blocked_address'],
    ['unknown.example.com', 'dns_failed'],
    ['empty.example.com', 'dns_failed'],
    ['silent.example.com', 'dns_failed'],
  ])('sends nothing to %s', async (name, code) => {
    const server = await startNameServer({ onTestFinished }, names)
    const connected: string[] = []
    const egress = createEgress({
      settings: {
        ownOrigin: 'https://souk.example.com',
        ownPorts: [],
        ownAddresses: [],
        loopbackAllowed: false,
        httpAllowed: false,
      },
      resolve: createResolve([server.address]),
      connect: (address) => {
        connected.push(address)
        return new Socket()
      },
    })
    const limits = { timeoutMs: 5000, connectTimeoutMs: name.startsWith('silent') ? 100 : 5000 }
    const outcome = await egress.post({ url: `https://${name}/`, headers: {}, body: '', ...limits })
    expect(outcome).toMatchObject({ kind: 'failed', code })
    expect(connected).toEqual([])
  })
})
