/** Clients as they are often written. The suite has to tell each of them from ours. */
import { Resolver } from 'node:dns/promises'
import { request } from 'node:https'
import { isIP } from 'node:net'
import {
  allowedAddress,
  checkUrl,
  hostOf,
  type EgressSettings,
} from '../../server/src/ports/egress/policy.ts'
import { createEgress, type Egress, type EgressMessage } from '../../server/src/ports/egress/request.ts'
import type { EgressResult } from '../../server/src/ports/egress/result.ts'
import { homeServer } from './attempts.ts'

export type OpenEgress = (settings: EgressSettings) => Egress

export const ours: OpenEgress = (settings) => createEgress({ settings })

const failed: EgressResult = { kind: 'failed', code: 'connect_failed', durationMs: 0 }

/** Looks the name up and checks what it leads to; then hands the name on, and Node looks it up again. */
export const looksUpAgain: OpenEgress = (settings) => ({
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

/** Checks where it sends to, but not where it is sent on to. */
export const followsRedirects: OpenEgress = (settings) => ({
  post: async (message) => {
    const verdict = checkUrl(message.url, settings)
    const near = verdict.ok && verdict.url.protocol === 'http:'
    return near ? follow(message) : ours(settings).post(message)
  },
})

async function follow({ url, body }: EgressMessage): Promise<EgressResult> {
  const answer = await fetch(url, { method: 'POST', body: String(body) }).catch(() => undefined)
  await answer?.body?.cancel()
  return { kind: 'answered', status: answer?.status ?? 302, excerpt: '', durationMs: 0, remoteAddress: '' }
}

/** Is set up as on a developer's machine, wherever it runs. */
export const alwaysAtHome: OpenEgress = (settings) => ours({ ...homeServer, ownOrigin: settings.ownOrigin })
