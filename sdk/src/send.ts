/** Sends a request, and again when that is safe and may help. */
import { isEnveloped, type Route } from 'souk-contract'
import { attempt, parse, type Opened } from './attempt.ts'
import { foreign } from './error.ts'
import { prepareRequest, type Connection, type PreparedRequest } from './request.ts'
import { delayBeforeRetry, sleep } from './retry.ts'

export interface CallOptions {
  readonly signal?: AbortSignal | undefined
  /** How long one attempt may take, a minute when not given; of a file or a stream, how long it may be silent. */
  readonly timeoutMs?: number | undefined
  /** How often this call is repeated, instead of what the client says. */
  readonly retries?: number | undefined
  /** Made for each call when it is not given; give one to repeat a call safely across restarts. */
  readonly idempotencyKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
}

/** A page as comma-separated values; the cursor leads to the next one. */
export interface CsvPage {
  readonly text: string
  readonly nextCursor: string | null
}

export interface GivenCall<Options extends CallOptions = CallOptions> {
  readonly input?: object | undefined
  readonly options?: Options | undefined
}

/** Longer than any call that waits for an agent on purpose. */
const attemptMs = 60_000
const retriesUsual = 2

export async function send(
  connection: Connection,
  route: Route,
  { input = {}, options = {}, file }: GivenCall & { readonly file?: Blob },
): Promise<unknown> {
  const sent = { ...options, input, ...(file === undefined ? {} : { file }) }
  const request = prepareRequest(connection, route, sent)
  return withRetries(connection, request, options, async (opened) => {
    const body = parse(await wholeText(opened))
    if (!isEnveloped(route) && body !== undefined) return body
    if (typeof body === 'object' && body !== null && 'success' in body && 'data' in body) return body.data
    throw foreign(opened.response)
  })
}

export async function sendForCsv(
  connection: Connection,
  route: Route,
  { input = {}, options = {} }: GivenCall,
): Promise<CsvPage> {
  const request = prepareRequest(connection, route, { ...options, input, accept: 'text/csv' })
  return withRetries(connection, request, options, async (opened) => {
    const { headers } = opened.response
    const text = await wholeText(opened)
    if (headers.get('content-type')?.startsWith('text/csv') !== true) throw foreign(opened.response)
    return { text, nextCursor: headers.get('x-next-cursor') }
  })
}

/** What `take` makes of the first good answer; whoever takes it closes it. */
export async function withRetries<T>(
  connection: Connection,
  request: PreparedRequest,
  options: CallOptions,
  take: (opened: Opened) => Promise<T>,
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
  return options.retries ?? connection.retries ?? retriesUsual
}

async function wholeText({ response, watch }: Opened): Promise<string> {
  try {
    return await watch.run(() => response.text())
  } finally {
    watch.close()
  }
}
