/** Sends a request, with retries if it is idempotent. */
import { isEnveloped, type Route } from 'souk-contract'
import { attempt, parse, type OpenResponse } from './attempt.ts'
import { unexpectedResponse } from './error.ts'
import { prepareRequest, type Connection, type PreparedRequest } from './request.ts'
import { delayBeforeRetry, sleep } from './retry.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** Timeout of one attempt; for a file or stream, the longest silence. Default: one minute. */
  readonly timeoutMs?: number | undefined
  /** Maximum number of retries of this call. Default: `retries` of the client. */
  readonly retries?: number | undefined
  /** Default: generated for each call. Set it to repeat a call safely across restarts. */
  readonly idempotencyKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A page as comma-separated values, and the cursor of the next page. */
export interface CsvPage {
  readonly text: string
  readonly nextCursor: string | null
}

export interface CallInput<Options extends CallOptions = CallOptions> {
  readonly input?: object | undefined
  readonly options?: Options | undefined
}

/** Longer than any long poll of the service. */
const attemptMs = 60_000
const retriesDefault = 2

export async function send(
  connection: Connection,
  route: Route,
  { input = {}, options = {}, file }: CallInput & { readonly file?: Blob },
): Promise<unknown> {
  const sent = { ...options, input, ...(file === undefined ? {} : { file }) }
  const request = prepareRequest(connection, route, sent)
  return withRetries(connection, request, options, async (opened) => {
    const body = parse(await readText(opened))
    if (!isEnveloped(route) && body !== undefined) return body
    if (typeof body === 'object' && body !== null && 'success' in body && 'data' in body) return body.data
    throw unexpectedResponse(opened.response)
  })
}

export async function sendForCsv(
  connection: Connection,
  route: Route,
  { input = {}, options = {} }: CallInput,
): Promise<CsvPage> {
  const request = prepareRequest(connection, route, { ...options, input, accept: 'text/csv' })
  return withRetries(connection, request, options, async (opened) => {
    const { headers } = opened.response
    const text = await readText(opened)
    if (headers.get('content-type')?.startsWith('text/csv') !== true)
      throw unexpectedResponse(opened.response)
    return { text, nextCursor: headers.get('x-next-cursor') }
  })
}

/** Passes the first successful response to `take`, which must close its timer. */
export async function withRetries<T>(
  connection: Connection,
  request: PreparedRequest,
  options: CallOptions,
  take: (opened: OpenResponse) => Promise<T>,
): Promise<T> {
  const { signal, timeoutMs = attemptMs } = options
  const retries = request.repeatable ? retriesOf(connection, options) : 0
  for (let failures = 0; ; failures += 1) {
    signal?.throwIfAborted()
    try {
      return await take(await attempt(connection, request, { signal, timeoutMs }))
    } catch (error) {
      const delayMs = failures < retries ? delayBeforeRetry(error, failures) : undefined
      if (delayMs === undefined) throw error
      await sleep(delayMs, signal)
    }
  }
}

export function retriesOf(connection: Connection, options: CallOptions): number {
  return options.retries ?? connection.retries ?? retriesDefault
}

async function readText({ response, timer }: OpenResponse): Promise<string> {
  try {
    return await timer.run(() => response.text())
  } finally {
    timer.close()
  }
}
