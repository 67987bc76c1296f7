/** The only way this server talks to an address that a user named. */
import { once, setMaxListeners } from 'node:events'
import type { Socket } from 'node:net'
import { stopwatch, systemClock, type Clock } from '../../lib/clock.ts'
import { readAddress } from './addresses.ts'
import { connectTcp, connectTo, secure, type Connect } from './connect.ts'
import { startDeadline } from './deadline.ts'
import { sendRequest } from './http-client.ts'
import { areHeadersAllowed, type Headers } from './header-values.ts'
import { EgressFailure, type EgressResult } from './result.ts'
import { allowedAddress, checkUrl, hostOf, type EgressSettings } from './policy.ts'
import { portOf } from './port-rules.ts'
import { createResolve, type Resolve } from './resolve.ts'
import { retryAfterMsOf } from './retry-after.ts'

export interface Egress {
  /** Sends once and always answers with an outcome. Nothing is remembered between two calls, and every call is checked. */
  post(message: EgressMessage): Promise<EgressResult>
}

export interface EgressMessage {
  readonly url: string
  readonly headers: Headers
  readonly body: Buffer | string
  /** For the whole exchange, from the lookup of the name to the last byte that is read. */
  readonly timeoutMs: number
  /** For the part of it until the receiver listens: lookup, connection and handshake. */
  readonly connectTimeoutMs: number
}

interface EgressOptions {
  readonly settings: EgressSettings
  readonly resolve?: Resolve
  readonly connect?: Connect
  /** Certificates of those who may vouch for hosts, instead of those that Node trusts. */
  readonly authorities?: readonly string[]
  readonly clock?: Clock
  /** Ends what is under way: nobody waits for it any more. */
  readonly stopping?: AbortSignal
}

export function createEgress(parts: EgressOptions): Egress {
  const { settings, clock = systemClock, stopping } = parts
  // Everything under way listens to it, and that is more than Node finds usual.
  if (stopping !== undefined) setMaxListeners(0, stopping)
  return {
    post: async (message) => {
      const elapsed = stopwatch()
      try {
        const verdict = checkUrl(message.url, settings)
        if (!verdict.ok) throw new EgressFailure('blocked_url')
        if (!areHeadersAllowed(message.headers)) throw new EgressFailure('blocked_header')
        const { retryAfter, ...answer } = await send(parts, message, verdict.url)
        const retryAfterMs = retryAfterMsOf(retryAfter, clock.now())
        const durationMs = Math.round(elapsed())
        return {
          kind: 'answered',
          ...answer,
          ...(retryAfterMs !== undefined && { retryAfterMs }),
          durationMs,
        }
      } catch (error) {
        if (!(error instanceof EgressFailure)) throw error
        return { kind: 'failed', code: error.code, durationMs: Math.round(elapsed()) }
      }
    },
  }
}

async function send(
  parts: EgressOptions,
  { headers, body, timeoutMs, connectTimeoutMs }: EgressMessage,
  url: URL,
) {
  const { connect = connectTcp, authorities, stopping } = parts
  const deadline = startDeadline(timeoutMs, stopping)
  const connecting = startDeadline(connectTimeoutMs, deadline.signal)
  const { signal } = connecting
  let socket: Socket | undefined
  try {
    const addresses = await resolveAllowed(parts, url, signal)
    const destination = { addresses, port: portOf(url), timeoutMs: connectTimeoutMs, signal }
    socket = await connectTo(destination, connect)
    const remoteAddress = socket.remoteAddress ?? ''
    const channel =
      url.protocol === 'https:' ? await secure(socket, { host: hostOf(url), signal, authorities }) : socket
    return { ...(await sendRequest(channel, { url, headers, body, signal: deadline.signal })), remoteAddress }
  } finally {
    // What speaks over the connection ends with it.
    socket?.destroy()
    connecting.cancel()
    deadline.cancel()
  }
}

/** Looks a name up once. If a single answer is refused, all are; those that are returned are connected to as they are. */
async function resolveAllowed(parts: EgressOptions, url: URL, signal: AbortSignal): Promise<string[]> {
  const found = await lookUp(parts.resolve ?? createResolve(), hostOf(url), signal)
  return found.map((address) => {
    const allowed = allowedAddress(address, url, parts.settings)
    if (allowed === undefined) throw new EgressFailure('blocked_address')
    return allowed
  })
}

async function lookUp(resolve: Resolve, host: string, signal: AbortSignal): Promise<readonly string[]> {
  if (readAddress(host) !== undefined) return [host]
  // The resolver is told to stop, but nobody waits for it to do so.
  const aborted = once(signal, 'abort', { signal }).then(() => [])
  const addresses = await Promise.race([resolve(host, signal), aborted]).catch(() => [])
  if (addresses.length === 0) throw new EgressFailure('dns_failed')
  return addresses
}
