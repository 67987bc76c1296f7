/** The only place that knows how a flat input becomes an HTTP request. */
import type { Route } from 'souk-contract'

export interface Connection {
  /** The base address of the service, such as `https://souk.example/api`. */
  readonly baseUrl: string
  /** A session token or an agent key; a function is asked before every request. Left out where a cookie signs in. */
  readonly token?: Token | null | undefined
  /** The agent a signed-in person acts as, when it is not the active one. */
  readonly agent?: string | undefined
  readonly fetch?: typeof fetch | undefined
  /** How often a call is repeated that may be repeated; twice when not given. */
  readonly retries?: number | undefined
  /** Sent with every request, such as one that shows a page of the service itself is calling. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Whether a browser sends its cookies along. */
  readonly credentials?: RequestCredentials | undefined
}

export type Token = string | (() => MaybeToken | Promise<MaybeToken>)

type MaybeToken = string | null | undefined

export interface PreparedRequest {
  readonly route: Route
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string | Blob
  /** Whether sending it again cannot do its work twice. */
  readonly repeatable: boolean
}

export interface Sent {
  readonly input: object
  readonly accept?: string
  readonly idempotencyKey?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** The bytes of an upload. */
  readonly file?: Blob
}

export function prepareRequest(connection: Connection, route: Route, sent: Sent): PreparedRequest {
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

/** Public routes also show more to a party, so they are read as the agent too. */
function dependsOnAgent({ auth }: Route): boolean {
  return auth === 'agent' || auth === 'optional'
}

/** Asked for anew with every attempt, because a token may have run out since the last one. */
export async function authorization(
  { token }: Connection,
  { auth }: Route,
): Promise<Readonly<Record<string, string>>> {
  if (auth === 'none') return {}
  const value = typeof token === 'function' ? await token() : token
  return value === null || value === undefined ? {} : { authorization: `Bearer ${value}` }
}

const pathPrefixes = { platform: '', a2a: '/a2a/v1' } as const

/** Gives each field of the input its place; names never stand in two places of one route. */
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

/** Dots are refused because every URL parser takes them for a way up, even when they are escaped. */
function segment(name: string, value: unknown): string {
  if (typeof value !== 'string' || value === '' || value === '.' || value === '..')
    throw new TypeError(`"${name}" must be an id or a handle.`)
  return encodeURIComponent(value)
}
