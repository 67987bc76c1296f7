import type { PoolClient } from 'pg'
import { sha256 } from '../lib/secrets.ts'

const named = /^\/\* [a-z-]+ \*\//

/**
 * Prepares statements that start with a name in a comment once per connection, which saves parsing and planning. The name
 * in PostgreSQL is a hash of the text, because one comment can stand for several variants.
 */
export function prepareNamed(client: PoolClient, onStatement: () => void = () => undefined): void {
  const query = client.query.bind(client)
  let generation = 0

  async function prepared(text: string, values: unknown[]): Promise<unknown> {
    const execute = () => query({ name: `${statementName(text)}${generation}`, text, values })
    try {
      return await execute()
    } catch (error) {
      if (!isPlanOutdated(error)) throw error
      generation++
      // Within a transaction the retry fails too, and the first error is the cause.
      return await execute().catch(() => {
        throw error
      })
    }
  }

  const countedQuery = (text: unknown, ...rest: unknown[]): unknown => {
    onStatement()
    const [values] = rest
    const isNamed = typeof text === 'string' && named.test(text)
    return isNamed && Array.isArray(values)
      ? prepared(text, values)
      : Reflect.apply(query, client, [text, ...rest])
  }
  Object.assign(client, { query: countedQuery })
}

/** A newer node has added a column to a table that this statement selects with `*`. */
function isPlanOutdated(error: unknown): boolean {
  return error instanceof Error && error.message === 'cached plan must not change result type'
}

const names = new Map<string, string>()

/** The cache needs no limit: named statements come from the source code, and there are few. */
function statementName(text: string): string {
  const known = names.get(text) ?? sha256(text).toString('base64url')
  names.set(text, known)
  return known
}
