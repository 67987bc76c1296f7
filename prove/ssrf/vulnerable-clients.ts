/** Clients with common SSRF vulnerabilities, which the suite must detect. */
import { Resolver } from 'node:dns/promises'
import { request } from 'node:https'
import { isIP } from 'node:net'
import {
  allowedAddress,
  checkUrl,
  hostOf,
  type EgressSettings,
} from '../../server/src/ports/egress/policy.ts'
import {
  createEgress,
  type Documents,
  type Egress,
  type EgressMessage,
} from '../../server/src/ports/egress/request.ts'
import type { EgressResult } from '../../server/src/ports/egress/result.ts'
import { developmentServer } from './attempts.ts'

export type OpenEgress = (settings: EgressSettings) => Egress & Partial<Documents>

export const ours: OpenEgress = (settings) => createEgress({ settings })

const failed: EgressResult = { kind: 'failed', code: 'connect_failed', durationMs: 0 }

/** Checks the resolved addresses, then passes the name to Node, which resolves it again (DNS rebinding). */
export const resolvesAgain: OpenEgress = (settings) => ({
  post: async (message) => {
    const verdict = checkUrl(message.url, settings)
    if (!verdict.ok || isIP(hostOf(verdict.url)) !== 0) return ours(settings).post(message)
    const found = await new Resolver().resolve4(hostOf(verdict.url)).catch(() => [])
    const checked = found.every((address) => allowedAddress(address, verdict.url, settings) !== undefined)
    return found.length > 0 && checked ? attempt(verdict.url) : ours(settings).post(message)
  },
})

function attempt(url: URL): Promise<EgressResult> {
  return new Promise((resolve) => {
    request(url, { agent: false, method: 'POST' })
      .on('error', () => resolve(failed))
      .end()
  })
}

/** Checks the first URL, but not the targets of redirects. */
export const followsRedirects: OpenEgress = (settings) => ({
  post: async (message) => {
    const verdict = checkUrl(message.url, settings)
    const isPlainHttp = verdict.ok && verdict.url.protocol === 'http:'
    return isPlainHttp ? follow(message) : ours(settings).post(message)
  },
})

async function follow({ url, body }: EgressMessage): Promise<EgressResult> {
  const response = await fetch(url, { method: 'POST', body: String(body) }).catch(() => undefined)
  await response?.body?.cancel()
  return { kind: 'response', status: response?.status ?? 302, excerpt: '', durationMs: 0, remoteAddress: '' }
}

/** Uses the settings of a development machine on every server. */
export const developmentSettings: OpenEgress = (settings) =>
  ours({ ...developmentServer, ownOrigin: settings.ownOrigin })
