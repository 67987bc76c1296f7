/** Sends a prepared request, and again when that is safe and may help. */
import { isEnveloped, type Route } from 'souk-contract'
import { errorFrom, SoukError } from './error.ts'
import { prepareRequest, type Connection, type PreparedRequest } from './request.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Made for each call when it is not given; give one to repeat a call safely across restarts. */
  readonly idempotencyKey?: string | undefined
}

const retriesMax = 2
const backoffMs = 250
/** A longer wait is the caller's decision. */
const retryDelayMsMax = 30_000
/** Longer than any call that waits for an agent on purpose. */
const attemptTimeoutMs = 60_000

export async function send(
  connection: Connection,
  route: Route,
  { input = {}, options = {} }: { input?: object | undefined; options?: CallOptions | undefined },
): Promise<unknown> {
  const { signal, idempotencyKey } = options
  const request = prepareRequest(connection, route, { input, idempotencyKey })
  for (let attempt = 0; ; attempt += 1) {
    signal?.throwIfAborted()
    const outcome = await sendOnce(connection.fetch ?? fetch, request, signal)
    if (outcome.error === undefined) return dataOf(route, outcome)
    const delayMs =
      attempt < retriesMax && request.repeatable ? delayBeforeRetry(outcome, attempt) : undefined
    if (delayMs === undefined) throw outcome.error
    await sleep(delayMs, signal)
  }
}

interface Outcome {
  readonly response?: Response
  readonly body?: unknown
  readonly error?: SoukError
}

async function sendOnce(
  fetchIt: typeof fetch,
  request: PreparedRequest,
  signal: AbortSignal | undefined,
): Promise<Outcome> {
  // A timer of AbortSignal.timeout that only AbortSignal.any knows of is collected on Node 20 and never fires.
  const attempt = new AbortController()
  const end = () => attempt.abort()
  const timer = setTimeout(end, attemptTimeoutMs)
  signal?.addEventListener('abort', end, { once: true })
  try {
    const response = await fetchIt(request.url, { ...request.init, signal: attempt.signal })
    const body = parse(await response.text())
    return response.ok ? { response, body } : { response, error: errorFrom(response, body) }
  } catch (cause) {
    signal?.throwIfAborted()
    const message = 'The service could not be reached, or the answer broke off.'
    return { error: new SoukError(message, { kind: 'unavailable', status: 0, cause }) }
  } finally {
    clearTimeout(timer)
    signal?.removeEventListener('abort', end)
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function dataOf(route: Route, { response, body }: Outcome): unknown {
  if (!isEnveloped(route) && body !== undefined) return body
  if (typeof body === 'object' && body !== null && 'success' in body && 'data' in body) return body.data
  throw new SoukError('The answer is not one of a Souk service; is baseUrl right?', {
    kind: 'internal',
    status: response?.status ?? 0,
  })
}

/** Undefined when repeating the request would not help, or only much later. */
function delayBeforeRetry({ response, error }: Outcome, attempt: number): number | undefined {
  if (error?.status !== 0 && error?.status !== 429 && error?.status !== 503) return undefined
  const asked = retryAfterMs(response?.headers.get('retry-after') ?? null)
  if (asked === undefined) return backoffMs * 2 ** attempt * (0.5 + Math.random())
  return asked <= retryDelayMsMax ? asked : undefined
}

/** The header holds seconds or a date. */
function retryAfterMs(header: string | null): number | undefined {
  if (header === null) return undefined
  const seconds = Number(header)
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000
  return Number.isNaN(ms) ? undefined : Math.max(0, ms)
}

function sleep(delayMs: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop)
      resolve()
    }, delayMs)
    signal?.addEventListener('abort', stop, { once: true })
  })
}
