/** The only way to send a request to a user-supplied URL. */
import { once, setMaxListeners } from 'node:events'
import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { stopwatch, systemClock, type Clock } from '../../lib/clock.ts'
import { readAddress } from './addresses.ts'
import { connectTcp, connectTo, startTls, type Connect } from './connect.ts'
import { startDeadline } from './deadline.ts'
import { sendRequest } from './http-client.ts'
import { areHeadersAllowed, type Headers } from './header-values.ts'
import { EgressFailure, type EgressResult } from './result.ts'
import { allowedAddress, checkUrl, hostOf, type EgressSettings } from './policy.ts'
import { portOf } from './port-rules.ts'
import { readDocument, type EgressDocument } from './read-document.ts'
import { createResolve, type Resolve } from './resolve.ts'
import { retryAfterMsOf } from './retry-after.ts'
import { readTruncatedBody } from './truncate-body.ts'

export interface Egress {
  /** Sends once and always returns a result. Every call is checked; nothing is cached between calls. */
  post(message: EgressMessage): Promise<EgressResult>
}

export interface Documents {
  /** Reads a JSON document, over HTTPS only, without redirects and under the rules of `post`. */
  get(request: EgressRequest): Promise<EgressDocument>
}

interface EgressRequest {
  readonly url: string
  /** Total, from name resolution to the last byte read. */
  readonly timeoutMs: number
  /** Until the connection is established: resolution, connect and TLS handshake. */
  readonly connectTimeoutMs: number
}

export interface EgressMessage extends EgressRequest {
  readonly headers: Headers
  readonly body: Buffer | string
}

interface EgressOptions {
  readonly settings: EgressSettings
  readonly resolve?: Resolve
  readonly connect?: Connect
  /** CA certificates, instead of those that Node trusts. */
  readonly authorities?: readonly string[]
  readonly clock?: Clock
  /** Aborts requests in flight at shutdown. */
  readonly stopping?: AbortSignal
}

export function createEgress(parts: EgressOptions): Egress & Documents {
  const { settings, clock = systemClock, stopping } = parts
  // Every request in flight listens to it, which exceeds Node's warning limit.
  if (stopping !== undefined) setMaxListeners(0, stopping)
  return {
    post: async (message) => {
      const elapsed = stopwatch()
      try {
        const verdict = checkUrl(message.url, settings)
        if (!verdict.ok) throw new EgressFailure('blocked_url')
        if (!areHeadersAllowed(message.headers)) throw new EgressFailure('blocked_header')
        const { retryAfter, ...response } = await send(parts, { ...message, read: readStart }, verdict.url)
        const retryAfterMs = retryAfterMsOf(retryAfter, clock.now())
        const durationMs = Math.round(elapsed())
        return {
          kind: 'response',
          ...response,
          ...(retryAfterMs !== undefined && { retryAfterMs }),
          durationMs,
        }
      } catch (error) {
        if (!(error instanceof EgressFailure)) throw error
        return { kind: 'failed', code: error.code, durationMs: Math.round(elapsed()) }
      }
    },
    get: async (request) => {
      try {
        const verdict = checkUrl(request.url, settings)
        if (!verdict.ok || verdict.url.protocol !== 'https:') throw new EgressFailure('blocked_url')
        const headers = { Accept: 'application/json' }
        const message = { ...request, headers, body: undefined, read: readDocument }
        return (await send(parts, message, verdict.url)).document
      } catch (error) {
        if (!(error instanceof EgressFailure)) throw error
        return { kind: 'failed', code: error.code }
      }
    },
  }
}

async function readStart(response: IncomingMessage) {
  return {
    status: response.statusCode ?? 0,
    excerpt: await readTruncatedBody(response),
    retryAfter: response.headers['retry-after'],
  }
}

interface Sent<Response> extends EgressRequest {
  readonly headers: Headers
  readonly body: Buffer | string | undefined
  readonly read: (response: IncomingMessage) => Promise<Response>
}

async function send<Response>(
  parts: EgressOptions,
  { headers, body, timeoutMs, connectTimeoutMs, read }: Sent<Response>,
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
      url.protocol === 'https:' ? await startTls(socket, { host: hostOf(url), signal, authorities }) : socket
    const response = await sendRequest(channel, { url, headers, body, read, signal: deadline.signal })
    return { ...response, remoteAddress }
  } finally {
    // Also ends TLS and HTTP on top of it.
    socket?.destroy()
    connecting.cancel()
    deadline.cancel()
  }
}

/**
 * Resolves a name once. A single refused address refuses all, and only the returned addresses are connected to, so that
 * a second lookup cannot return others (DNS rebinding).
 */
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
  // The resolver is canceled too, but may take time to stop.
  const aborted = once(signal, 'abort', { signal }).then(() => [])
  const addresses = await Promise.race([resolve(host, signal), aborted]).catch(() => [])
  if (addresses.length === 0) throw new EgressFailure('dns_failed')
  return addresses
}
