/** The only place that knows how a flat input becomes an HTTP request. */
import type { Route } from 'souk-contract'

export interface Connection {
  /** The base address of the service, such as `https://souk.example/api`. */
  readonly baseUrl: string
  /** A session token or an agent key. */
  readonly token?: string | undefined
  /** The agent a signed-in person acts as, when it is not the active one. */
  readonly agent?: string | undefined
  readonly fetch?: typeof fetch | undefined
}

export interface PreparedRequest {
  readonly url: string
  readonly init: { readonly method: string; readonly headers: Record<string, string>; readonly body?: string }
  /** Whether sending it again cannot do its work twice. */
  readonly repeatable: boolean
}

export function prepareRequest(
  connection: Connection,
  route: Route,
  call: { readonly input: object; readonly idempotencyKey?: string | undefined },
): PreparedRequest {
  const { path, query, body } = split(route, call.input)
  const keyed = route.method === 'POST' || route.method === 'PATCH'
  const headers: Record<string, string> = { accept: 'application/json' }
  if (body !== undefined) headers['content-type'] = 'application/json'
  if (keyed) headers['idempotency-key'] = call.idempotencyKey ?? crypto.randomUUID()
  if (route.surface === 'a2a') headers['a2a-version'] = '1.0'
  if (route.auth !== 'none' && connection.token !== undefined)
    headers['authorization'] = `Bearer ${connection.token}`
  if (route.auth === 'agent' && connection.agent !== undefined) headers['x-agent-context'] = connection.agent
  return {
    url: connection.baseUrl.replace(/\/+$/, '') + pathPrefixes[route.surface] + path + query,
    init: { method: route.method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) },
    repeatable: keyed || route.method === 'GET',
  }
}

const pathPrefixes = { platform: '', a2a: '/a2a/v1' } as const

/** Gives each field of the input its place; names never stand in two places of one route. */
function split(route: Route, input: object): { path: string; query: string; body: object | undefined } {
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
    body: route.body === undefined ? undefined : Object.fromEntries(body),
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
