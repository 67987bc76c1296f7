import type { AnyCaller } from '../../caller.ts'
import type { Context } from '../../context.ts'
import { Failure } from '../../failure.ts'
import { createOpenStreams, type OpenStreams } from '../streams/stream-limits.ts'
import { quotaStatus, type Limit, type Verdict } from '../../rate-limit/gcra.ts'
import { addressGroup, isLoopbackAddress } from '../../lib/network-addresses.ts'
import {
  callerLimits,
  loopbackFactor,
  operationLimits,
  type OperationLimit,
} from '../../rate-limit/policies.ts'
import { countCall } from '../../rate-limit/queries.ts'
import { callerKey } from './caller-key.ts'

export interface RateLimits {
  readonly streams: OpenStreams

  /** Counts a call and refuses it over the limit. Returns the rate-limit headers. */
  count(caller: AnyCaller): Record<string, string>
  /** Counts against the tighter limits of one operation. */
  countOperation(operation: string, caller: AnyCaller, body: unknown, device?: string | null): Promise<void>
}

export function createRateLimits({ clock, config, database, localCounters, metrics }: Context): RateLimits {
  const streams = createOpenStreams()
  metrics.gauge('souk_streams_open', 'Number of open event streams.', streams.count)
  const scaled = (limit: Limit, byAddress: boolean, ip: string): Limit => {
    const { rateLimitPercent } = config.settings.policy
    const factor = config.rateLimitScale * (byAddress && isLoopbackAddress(ip) ? loopbackFactor : 1)
    return { ...limit, quota: Math.max(1, Math.round((limit.quota * factor * rateLimitPercent) / 100)) }
  }

  async function take(key: string, limit: Limit): Promise<Verdict> {
    const now = clock.now()
    const idleAt = await countCall(database, key, limit, now)
    return idleAt === undefined
      ? { allowed: false, remaining: 0, waitMs: limit.windowMs / limit.quota }
      : { allowed: true, ...quotaStatus(limit, now.getTime(), idleAt.getTime()) }
  }

  return {
    streams,
    count: (caller) => {
      const limit = scaled(callerLimits[caller.kind], caller.kind === 'stranger', caller.ip)
      const verdict = localCounters.count(countedAs(caller), limit, clock.now().getTime())
      if (!verdict.allowed) refuse(verdict)
      return headers(limit, verdict)
    },
    countOperation: async (operation, caller, body, device = null) => {
      for (const limit of operationLimits[operation] ?? []) {
        if (device === null ? limit.by === 'device' : limit.skipKnownDevices === true) continue
        const verdict = await take(
          `${limit.name}:${limitKey(limit, caller, body, device)}`,
          scaled(limit, limit.by === 'ip', caller.ip),
        )
        if (!verdict.allowed) refuse(verdict)
      }
    },
  }
}

/** An app has one limit per person, whichever agents it acts as. */
function countedAs(caller: AnyCaller): string {
  if (caller.kind !== 'key' || caller.grant === undefined) return callerKey(caller)
  return `app ${caller.grant.userId} ${caller.grant.clientId}`
}

function limitKey(limit: OperationLimit, caller: AnyCaller, body: unknown, device: string | null): string {
  switch (limit.by) {
    case 'ip':
      return addressGroup(caller.ip)
    case 'caller':
      return callerKey(caller)
    case 'email':
      return emailIn(body)
    case 'ip and email':
      return `${addressGroup(caller.ip)} ${emailIn(body)}`
    case 'ip and client':
      return `${addressGroup(caller.ip)} ${clientIn(body)}`
    case 'device':
      return `${device ?? ''} ${emailIn(body)}`
  }
}

export function emailIn(body: unknown): string {
  return typeof body === 'object' && body !== null && 'email' in body ? String(body.email).toLowerCase() : ''
}

function clientIn(body: unknown): string {
  const client: unknown = body instanceof Map ? body.get('client_id') : undefined
  return typeof client === 'string' ? client.slice(0, 200) : ''
}

function headers(limit: Limit, verdict: Verdict): Record<string, string> {
  return {
    'ratelimit-policy': `"${limit.name}";q=${limit.quota};w=${limit.windowMs / 1000}`,
    ratelimit: `"${limit.name}";r=${verdict.remaining};t=${Math.ceil(verdict.waitMs / 1000)}`,
  }
}

function refuse(verdict: Verdict): never {
  const retryAfterSeconds = Math.max(1, Math.ceil(verdict.waitMs / 1000))
  throw new Failure('too-many-requests', 'Rate limit exceeded.', {
    hint: `Try again in ${retryAfterSeconds} s.`,
    retryAfterSeconds,
  })
}
