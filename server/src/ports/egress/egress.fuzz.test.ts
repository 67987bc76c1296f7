/** Fuzz test: no URL notation and no DNS answer opens a forbidden connection. */
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { BlockList, isIPv4, Socket } from 'node:net'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { egressFailureCodes } from './result.ts'
import { checkUrl, type EgressSettings } from './policy.ts'
import { createEgress } from './request.ts'
import { answers, anySettings, ownPorts, urls } from './test-urls.ts'

const runs = Number(process.env['EGRESS_URLS'] ?? 500)

/** Oracle that is independent of the tested code: the registries of IANA. */
const forbidden = {
  ipv4: listOf(
    'ipv4',
    `0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 168.63.129.16/32 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24
     192.0.2.0/24 192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15
     198.51.100.0/24 203.0.113.0/24 224.0.0.0/3`,
  ),
  ipv6: listOf(
    'ipv6',
    '::/3 4000::/2 8000::/1 2001::/23 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20',
  ),
}
const loopback = { ipv4: listOf('ipv4', '127.0.0.0/8'), ipv6: listOf('ipv6', '::1/128') }

/** One list per family, because a common list also matches IPv4 addresses embedded in IPv6. */
function listOf(family: 'ipv4' | 'ipv6', ranges: string): BlockList {
  const list = new BlockList()
  for (const range of ranges.split(/\s+/)) {
    const [network = '', bits] = range.split('/')
    list.addSubnet(network, Number(bits), family)
  }
  return list
}

function has(lists: typeof forbidden, address: string): boolean {
  const family = isIPv4(address) ? 'ipv4' : 'ipv6'
  return lists[family].check(address, family)
}

interface Connection {
  readonly address: string
  readonly port: number
}

/** Why a connection is forbidden; undefined if it is allowed. */
function violationOf(
  { address, port }: Connection,
  url: string,
  settings: EgressSettings,
): string | undefined {
  const isLoopback = has(loopback, address)
  const secure = /^https:/i.test(url)
  if (!secure && !settings.httpAllowed && !isLoopback) return 'http to others'
  if (isLoopback && !settings.loopbackAllowed) return 'loopback'
  if (isLoopback && ownPorts.includes(port)) return 'own port'
  if (!isLoopback && has(forbidden, address)) return 'forbidden address'
  if (settings.ownAddresses.includes(address)) return 'own address'
  if (port < 1024 && port !== 443 && !(port === 80 && !secure)) return 'low port'
  return [2375, 3306, 5432, 6379, 9200, 11_211, 27_017].includes(port) ? 'port of a service' : undefined
}

/** Posts to a URL with a fake resolver and fake connections. */
async function post(url: string, settings: EgressSettings, addresses: readonly string[]) {
  const connections: Connection[] = []
  let lookups = 0
  const egress = createEgress({
    settings,
    resolve: async () => {
      lookups += 1
      return addresses.length === 0 ? Promise.reject(new Error('SERVFAIL')) : addresses
    },
    connect: (address, port) => {
      connections.push({ address, port })
      return new Socket().destroy(new Error('connection refused'))
    },
  })
  const limits = { timeoutMs: 1000, connectTimeoutMs: 1000 }
  const outcome = await egress.post({ url, headers: {}, body: '', ...limits })
  return { outcome, connections, lookups }
}

describe('createEgress', () => {
  it(`opens no forbidden connection for ${runs} URLs`, { timeout: 30_000 + 5 * runs }, async (context) => {
    const opened: unknown[] = []
    const watch = (event: unknown) => opened.push(event)
    subscribe('net.client.socket', watch)
    context.onTestFinished(() => void unsubscribe('net.client.socket', watch))
    const codes = new Map<string, number>()
    const property = fc.asyncProperty(urls, anySettings, answers, async (url, rules, addresses) => {
      const { outcome, connections, lookups } = await post(url, rules, addresses)
      const violations = connections.flatMap((connection) => violationOf(connection, url, rules) ?? [])
      expect({ url, violations }).toEqual({ url, violations: [] })
      expect(lookups).toBeLessThanOrEqual(1)
      const code = outcome.kind === 'failed' ? outcome.code : 'blocked_url'
      expect(egressFailureCodes).toContain(code)
      expect(connections.length > 0).toBe(code === 'connect_failed')
      const verdict = checkUrl(url, rules)
      expect(verdict.ok).toBe(code !== 'blocked_url')
      // The stored form of an accepted URL is accepted too.
      if (verdict.ok) expect(checkUrl(verdict.url.href, rules).ok).toBe(true)
      codes.set(code, (codes.get(code) ?? 0) + 1)
    })
    await fc.assert(property, { numRuns: runs })
    expect(opened).toEqual([])
    // Every outcome must be frequent, otherwise the test covers little.
    for (const code of ['blocked_url', 'blocked_address', 'dns_failed', 'connect_failed']) {
      expect({ code, frequent: (codes.get(code) ?? 0) > runs / 50 }).toEqual({ code, frequent: true })
    }
    expect(codes.size).toBe(4)
  })
})
