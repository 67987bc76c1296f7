import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { FakeError, invalid, missing } from './errors.ts'
import { createKeys, type Keys, type StoredResponse } from './keys.ts'
import { parseForm, parseJson, texts, type Params } from './params.ts'
import { routes } from './routes.ts'
import { expand, type State } from './state.ts'

/** What can happen to a request on its way, instead of or beside being answered. */
export type Fault =
  | 'reset_before'
  | 'reset_after'
  | 'saved_500'
  | 'rate_limit'
  | 'cut_body'
  | 'hold'
  | 'refuse'
  | 'forbid'

export interface FakeServer {
  readonly port: number
  readonly requests: { method: string; path: string; headers: IncomingMessage['headers'] }[]
  /** Breaks that many of the next requests with this method, to any path or to this one. */
  break(fault: Fault, options?: { times?: number; method?: 'POST' | 'GET'; path?: string }): void
  /** Lets a request go on that was held. */
  release(): void
  stop(): Promise<void>
}

interface Trouble {
  readonly faults: { fault: Fault; method: string; path: string; times: number }[]
  held: (() => void) | undefined
}

export async function serve(state: State): Promise<FakeServer> {
  const keys = createKeys()
  const trouble: Trouble = { faults: [], held: undefined }
  const requests: FakeServer['requests'] = []
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request
    requests.push({ method, path: url, headers })
    void handle(state, keys, trouble, request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  return {
    port: typeof address === 'object' && address !== null ? address.port : 0,
    requests,
    break: (fault, { times = 1, method = 'POST', path = '' } = {}) =>
      void trouble.faults.push({ fault, method, path, times }),
    release: () => trouble.held?.(),
    stop: async () => {
      server.closeAllConnections()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}

async function handle(
  state: State,
  keys: Keys,
  trouble: Trouble,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const body = await bodyOf(request)
  const fault = nextFault(trouble, request)
  if (fault === 'reset_before') return void request.socket.destroy()
  if (fault === 'rate_limit') {
    return send(
      response,
      failure(new FakeError(429, { type: 'rate_limit_error', message: 'Too many requests.' })),
    )
  }
  const refusal = refusals[fault ?? '']
  if (refusal !== undefined) return send(response, failure(refusal))
  const key = request.method === 'POST' ? String(request.headers['idempotency-key'] ?? '') : ''
  const answer = await keys.once(key, `${request.url} ${accountOf(request)} ${body}`, async () => {
    if (fault === 'hold') await new Promise<void>((resolve) => (trouble.held = resolve))
    const done = run(state, request, body)
    return fault === 'saved_500'
      ? failure(new FakeError(500, { type: 'api_error', message: 'An error occurred on our side.' }))
      : done
  })
  if (fault === 'reset_after') return void request.socket.destroy()
  if (fault === 'cut_body') {
    response.writeHead(answer.status, {
      'content-type': 'application/json',
      'content-length': answer.body.length,
    })
    return void response.write(answer.body.slice(0, 10), () => request.socket.destroy())
  }
  send(response, answer)
}

const refusals: Readonly<Record<string, FakeError>> = {
  refuse: invalid('Refused for a test.'),
  forbid: new FakeError(403, {
    type: 'invalid_request_error',
    message:
      "The provided key 'rk_test_*****fake1' does not have the required permissions. Having the 'rak_some_thing_read' permission would allow this request.",
  }),
}

function nextFault(trouble: Trouble, { method, url = '' }: IncomingMessage): Fault | undefined {
  const found = trouble.faults.find(
    (fault) => fault.method === method && url.startsWith(fault.path) && fault.times > 0,
  )
  if (found === undefined) return undefined
  found.times--
  return found.fault
}

function run(state: State, request: IncomingMessage, body: string): StoredResponse {
  try {
    const url = new URL(request.url ?? '/', 'http://fake')
    const isV2 = url.pathname.startsWith('/v2/')
    if (request.method === 'POST' && !hasRightType(request, isV2)) throw invalid('wrong content type')
    const sent = isV2 ? parseJson(body) : parseForm(body)
    const params: Params = { ...parseForm(url.search.slice(1)), ...sent }
    const { handler, id } = match(request.method ?? '', url.pathname)
    const result = handler({ state, params, id, account: accountOf(request) })
    const expanded = expand(state, result, Object.values(texts(params, 'expand')))
    return { status: 200, body: JSON.stringify(expanded) }
  } catch (error) {
    if (error instanceof FakeError) return failure(error)
    throw error
  }
}

function accountOf(request: IncomingMessage): string {
  return String(request.headers['stripe-account'] ?? '')
}

function hasRightType(request: IncomingMessage, isV2: boolean): boolean {
  const wanted = isV2 ? 'application/json' : 'application/x-www-form-urlencoded'
  return request.headers['content-type']?.startsWith(wanted) === true
}

function match(method: string, path: string) {
  const exact = routes[`${method} ${path}`]
  if (exact !== undefined) return { handler: exact, id: '' }
  for (const [pattern, handler] of Object.entries(routes)) {
    const [before = '', after] = pattern.split(':id')
    const whole = `${method} ${path}`
    if (after === undefined || !whole.startsWith(before) || !whole.endsWith(after)) continue
    const id = whole.slice(before.length, whole.length - after.length)
    if (id !== '' && !id.includes('/')) return { handler, id }
  }
  throw missing('endpoint', `${method} ${path}`)
}

function failure({ status, error }: FakeError): StoredResponse {
  return { status, body: JSON.stringify({ error }) }
}

function send(response: ServerResponse, { status, body }: StoredResponse): void {
  const retry = status >= 500 ? { 'stripe-should-retry': 'false' } : {}
  response
    .writeHead(status, { 'content-type': 'application/json', 'request-id': 'req_fake', ...retry })
    .end(body)
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return body
}
