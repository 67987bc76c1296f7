import type { PoolClient } from 'pg'
import { sha256 } from '../lib/secrets.ts'

const named = /^\/\* [a-z-]+ \*\//

/**
 * A statement that begins with a name in a comment is prepared once on each connection, which saves parsing and planning
 * it every time. What PostgreSQL knows it by is made from its text, because one name may stand for a few variants.
 */
export function prepareNamed(client: PoolClient, onStatement: () => void = () => undefined): void {
  const query = client.query.bind(client)
  const counted = (text: unknown, ...rest: unknown[]): unknown => {
    onStatement()
    const [values, ...more] = rest
    const isNamed = typeof text === 'string' && named.test(text)
    return Reflect.apply(
      query,
      client,
      isNamed ? [{ name: nameOf(text), text, values }, ...more] : [text, ...rest],
    )
  }
  Object.assign(client, { query: counted })
}

const names = new Map<string, string>()

/** Texts with names are written by us and few, so the map stays small. */
function nameOf(text: string): string {
  const known = names.get(text) ?? sha256(text).toString('base64url')
  names.set(text, known)
  return known
}
