/** Turns the flat input of a call into an HTTP request. */
import type { Route } from 'souk-contract'

export interface Connection {
  /** Base URL of the API, such as `https://souk.example/api`. */
  readonly baseUrl: string
  /** Session token or agent key. A function is called before every attempt. Leave it out with cookie sign-in. */
  readonly token?: Token | null | undefined
  /** Agent that a signed-in person acts as. Default: their active agent. */
  readonly agent?: string | undefined
  readonly fetch?: typeof fetch | undefined
  /** Maximum number of retries of a call that is safe to repeat. Default: 2. */
  readonly retries?: number | undefined
  /** Headers of every request, such as `X-Souk-Web` for cookie sign-in. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Passed to `fetch`: whether a browser sends cookies. */
  readonly credentials?: RequestCredentials | undefined
}

export type Token = string | (() => MaybeToken | Promise<MaybeToken>)

type MaybeToken = string | null | undefined

export interface PreparedRequest {
  readonly route: Route
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Blob
  /** Whether the request is idempotent. */
  readonly repeatable: boolean
}

interface RequestInput {
  readonly input: object
  readonly accept?: string
  readonly idempotencyKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Body of an upload. */
  readonly file?: Blob
}

export function prepareRequest(connection: Connection, route: Route, sent: RequestInput): PreparedRequest {
  const { path, query, fields } = split(route, sent.input)
  const body = sent.file ?? (fields === undefined ? undefined : JSON.stringify(fields))
  const keyed = route.method === 'POST' || route.method === 'PATCH'
  const headers: Record<string, string> = { accept: sent.accept ?? 'application/json', ...connection.headers }
  if (body !== undefined)
    headers['content-type'] = sent.file === undefined ? 'application/json' : 'application/octet-stream'
  if (keyed) headers['idempotency-key'] = sent.idempotencyKey ?? crypto.randomUUID()
  if (route.surface === 'a2a') headers['a2a-version'] = '1.0'
  if (connection.agent !== undefined && dependsOnAgent(route)) headers['x-agent-context'] = connection.agent
  return {
    route,
    url: connection.baseUrl.replace(/\/+$/, '') + pathPrefixes[route.surface] + path + query,
    headers: { ...headers, ...sent.headers },
    ...(body === undefined ? {} : { body }),
    repeatable: keyed || route.method === 'GET' || route.method === 'PUT',
  }
}

/** Routes with optional authentication reveal more to the acting agent, so it is sent there too. */
function dependsOnAgent({ auth }: Route): boolean {
  return auth === 'agent' || auth === 'optional'
}

/** Evaluated for every attempt, because the token can expire between attempts. */
export async function authorization(
  { token }: Connection,
  { auth }: Route,
): Promise<Readonly<Record<string, string>>> {
  if (auth === 'none') return {}
  const value = typeof token === 'function' ? await token() : token
  return value === null || value === undefined ? {} : { authorization: `Bearer ${value}` }
}

const pathPrefixes = { platform: '', a2a: '/a2a/v1' } as const

/** Distributes the input over path, query and body. Field names are unique within a route. */
function split(route: Route, input: object): { path: string; query: string; fields: object | undefined } {
  const params = new Map<string, unknown>()
  const query = new URLSearchParams()
  const body = new Map<string, unknown>()
  for (const [name, value] of Object.entries(input)) {
    if (value === undefined) continue
    if (isFieldOf(route.params, name)) params.set(name, value)
    else if (isFieldOf(route.query, name)) for (const item of [value].flat()) query.append(name, String(item))
    else if (route.body !== undefined) body.set(name, value)
    else throw new TypeError(`${route.method} ${route.path} takes no "${name}".`)
  }
  return {
    path: route.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, params.get(name))),
    query: query.size === 0 ? '' : `?${query}`,
    fields: route.body === undefined ? undefined : Object.fromEntries(body),
  }
}

function isFieldOf(part: Route['params'], name: string): boolean {
  return part !== undefined && Object.hasOwn(part.properties, name)
}

/** Refuses dot segments: URL parsers resolve them even if they are percent-encoded. */
function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
    throw new TypeError(`"${name}" must be an id or a handle.`)
  return encodeURIComponent(value)
}
