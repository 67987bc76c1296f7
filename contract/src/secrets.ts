import { secretKeyword as keyword } from './keywords.ts'
import type { Route } from './route.ts'

/**
 * How the server stores a secret field. `credential` authenticates the caller and is stored only as a hash; `sealed` is
 * needed again and is stored encrypted. Both are omitted from logs, request hashes and every later response.
 */
export type SecretKind = 'credential' | 'sealed'

/** Schema options of a field that authenticates the caller: a password, token or code. */
export const credential = { [keyword]: 'credential' } as const

/** Schema options of a field that the server sends or signs with later, such as a webhook secret. */
export const sealed = { [keyword]: 'sealed' } as const

/** Every call asks for the secrets of its route, and a schema never changes. */
const cache = new WeakMap<object, ReadonlyMap<string, SecretKind>>()

/** Secret fields, as paths such as `authentication.credentials`; `*` matches any array item. */
export function secretsIn(schema: object | undefined): ReadonlyMap<string, SecretKind> {
  if (schema === undefined) return new Map()
  const known = cache.get(schema)
  if (known !== undefined) return known
  const found = new Map<string, SecretKind>()
  collect(schema, [], found)
  cache.set(schema, found)
  return found
}

function collect(schema: object, path: readonly string[], found: Map<string, SecretKind>): void {
  const entries = new Map<string, unknown>(Object.entries(schema))
  const kind = entries.get(keyword)
  if (kind === 'credential' || kind === 'sealed') found.set(path.join('.'), kind)
  for (const [name, value] of entries) {
    if (!isObject(value)) continue
    if (name === 'properties') {
      for (const [field, inner] of Object.entries(value))
        if (isObject(inner)) collect(inner, [...path, field], found)
    } else if (name === 'items') collect(value, [...path, '*'], found)
    else if (Array.isArray(value)) for (const inner of value) if (isObject(inner)) collect(inner, path, found)
  }
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}

/**
 * Whether a repeated call replays the stored response. Calls with a credential in the body are never stored, so a
 * repeated one runs again.
 */
export function takesIdempotencyKey({ method, body }: Pick<Route, 'method' | 'body'>): boolean {
  return (method === 'POST' || method === 'PATCH') && ![...secretsIn(body).values()].includes('credential')
}

/** Copy of the value with secret fields set to null; the same object if it has none. */
export function withoutSecrets(schema: object | undefined, value: object): object {
  const paths = [...secretsIn(schema).keys()].map((path) => path.split('.'))
  return paths.reduce((rest, path) => setNull(rest, path), value)
}

function setNull<T>(value: T, path: readonly string[]): T
function setNull(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value === undefined ? value : null
  if (!isObject(value)) return value
  if (Array.isArray(value)) return name === '*' ? value.map((item: unknown) => setNull(item, rest)) : value
  const entries = new Map<string, unknown>(Object.entries(value))
  if (!entries.has(name)) return value
  return Object.fromEntries(entries.set(name, setNull(entries.get(name), rest)))
}
