/** Gives the writes of a command idempotency keys that a repeated command reuses, and knows which of them may have taken effect. */
import { stringProperty } from './objects.ts'

interface WriteTracker {
  /** `fetch` for all requests of the command. */
  readonly fetch: typeof fetch
  /** A write that was sent and has no response. */
  unanswered(): UnansweredWrite | undefined
}

export interface UnansweredWrite {
  /** Repeats the command safely; undefined for requests that take no key. */
  readonly key: string | undefined
}

/**
 * The first write gets the key itself and each later one a number, because one key identifies one request. A command sends its writes in the
 * same order each time. Retries of the SDK repeat the key of the attempt before them.
 */
export function createWriteTracker(commandKey: string): WriteTracker {
  const keys = new Map<string, string>()
  const sent = new Map<string, boolean>()
  const keyFor = (attemptKey: string): string => {
    const known = keys.get(attemptKey)
    if (known !== undefined) return known
    const key = keys.size === 0 ? commandKey : `${commandKey}:${keys.size + 1}`
    keys.set(attemptKey, key)
    return key
  }
  const tracked: typeof fetch = async (input, init = {}) => {
    const { method = 'GET' } = init
    if (method === 'GET' || method === 'HEAD') return fetch(input, init)
    const headers = new Headers(init.headers)
    const attemptKey = headers.get('idempotency-key')
    if (attemptKey !== null) headers.set('idempotency-key', keyFor(attemptKey))
    const id = headers.get('idempotency-key') ?? `${method} ${input instanceof Request ? input.url : input}`
    const wasSent = sent.has(id)
    sent.set(id, attemptKey !== null)
    try {
      const response = await fetch(input, { ...init, headers })
      // A response whose body is cut off is no response. Streams are answered when they open.
      const answer = headers.get('accept') === 'text/event-stream' ? response : await bufferBody(response)
      if (isFinal(response)) sent.delete(id)
      return answer
    } catch (error) {
      if (!wasSent && isUnconnected(error)) sent.delete(id)
      throw error
    }
  }
  return {
    fetch: tracked,
    unanswered: () => {
      if (sent.size === 0) return undefined
      return { key: [...sent.values()].includes(true) ? commandKey : undefined }
    },
  }
}

async function bufferBody(response: Response): Promise<Response> {
  if (response.body === null) return response
  const { status, headers } = response
  return new Response(await response.arrayBuffer(), { status, headers })
}

/** After a fault, and while an earlier attempt still runs, the write may take effect nevertheless. */
function isFinal({ status, headers }: Response): boolean {
  return status < 500 && !headers.has('retry-after')
}

const unconnectedCodes: ReadonlySet<string | undefined> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'ERR_TLS_CERT_ALTNAME_INVALID',
])

/** Whether the request could not be sent: no connection, an untrusted certificate, or a port that `fetch` refuses. */
function isUnconnected(error: unknown): boolean {
  const cause = error instanceof Error ? error.cause : undefined
  return (
    unconnectedCodes.has(stringProperty(cause, 'code')) || stringProperty(cause, 'message') === 'bad port'
  )
}
