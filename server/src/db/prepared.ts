import type { PoolClient } from 'pg'
import { sha256 } from '../lib/secrets.ts'

const named = /^\/\* [a-z-]+ \*\//

/**
 * A statement that begins with a name in a comment is prepared once on each connection, which saves parsing and planning
 * it every time. What PostgreSQL knows it by is made from its text, because one name may stand for a few variants.
 */
export function prepareNamed(client: PoolClient, onStatement: () => void = () => undefined): void {
  const query = client.query.bind(client)
  let generation = 0

  async function prepared(text: string, values: unknown[]): Promise<unknown> {
    const ask = () => query({ name: `${nameOf(text)}${generation}`, text, values })
    try {
      return await ask()
    } catch (error) {
      if (!isOutdated(error)) throw error
      generation++
      // Within a transaction all is lost already, and the first error says why.
      return await ask().catch(() => {
        throw error
      })
    }
  }

  const counted = (text: unknown, ...rest: unknown[]): unknown => {
    onStatement()
    const [values] = rest
    const isNamed = typeof text === 'string' && named.test(text)
    return isNamed && Array.isArray(values)
      ? prepared(text, values)
      : Reflect.apply(query, client, [text, ...rest])
  }
  Object.assign(client, { query: counted })
}

/** A newer node has added a column to a table of which this statement shows all. */
function isOutdated(error: unknown): boolean {
  return error instanceof Error && error.message === 'cached plan must not change result type'
}

const names = new Map<string, string>()

/** Texts with names are written by us and few, so the map stays small. */
function nameOf(text: string): string {
  const known = names.get(text) ?? sha256(text).toString('base64url')
  names.set(text, known)
  return known
}
