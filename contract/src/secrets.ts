import type { Route } from './route.ts'

/**
 * How the server keeps a secret field. `credential`: proves the caller, kept only as a hash. `sealed`: needed again, kept
 * encrypted. Both stay out of logs, hashes of requests and everything that is shown later.
 */
export type SecretKind = 'credential' | 'sealed'

const keyword = 'x-secret'

/** Schema options of a field that proves the caller: a password, a token, a code. */
export const credential = { [keyword]: 'credential' } as const

/** Schema options of a field that the server sends or signs with later: the secret of a webhook. */
export const sealed = { [keyword]: 'sealed' } as const

/** Keywords of JSON Schema that the contract adds. */
export const ownKeywords: readonly string[] = [keyword]

/** Fields that are secret, as paths such as `authentication.credentials`; `*` stands for any item. */
export function secretsIn(schema: object | undefined): Map<string, SecretKind> {
  const found = new Map<string, SecretKind>()
  if (schema !== undefined) collect(schema, [], found)
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
 * Whether a repeated call gets the stored answer. Not where the body carries a credential: nothing of such a call is
 * stored, and a repeated one runs again.
 */
export function takesIdempotencyKey({ method, body }: Pick<Route, 'method' | 'body'>): boolean {
  return (method === 'POST' || method === 'PATCH') && ![...secretsIn(body).values()].includes('credential')
}

/** The same value with every secret field replaced by null; the very same object where it has none. */
export function withoutSecrets(schema: object | undefined, value: object): object {
  const paths = [...secretsIn(schema).keys()].map((path) => path.split('.'))
  return paths.reduce((rest, path) => blank(rest, path), value)
}

function blank<T>(value: T, path: readonly string[]): T
function blank(value: unknown, [name, ...rest]: readonly string[]): unknown {
  if (name === undefined) return value === undefined ? value : null
  if (!isObject(value)) return value
  if (Array.isArray(value)) return name === '*' ? value.map((item: unknown) => blank(item, rest)) : value
  const entries = new Map<string, unknown>(Object.entries(value))
  if (!entries.has(name)) return value
  return Object.fromEntries(entries.set(name, blank(entries.get(name), rest)))
}
