import { sql, type RawBuilder } from 'kysely'
import type { AgentReference } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'

/** Agent reference (id, handle, name, kind and avatar) as a JSON column. `alias` is the agents table in the query. */
export function referenceTo(
  { settings: { origin } }: Pick<Reader, 'settings'>,
  alias: string,
): RawBuilder<AgentReference> {
  return sql<AgentReference>`jsonb_build_object(${referenceFields(origin, alias)})`
}

/** Names and values of the fields of a reference, for a JSON object with further fields. */
export function referenceFields(origin: string, alias: string): RawBuilder<unknown> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql`'agentId', ${column('id')}, 'name', ${column('handle')}, 'displayName', ${column('display_name')},
    'kind', ${column('kind')}, 'avatarUrl', ${avatarUrlOf(origin, alias)}`
}

/** Same URL as `urlOfProfileFile`. */
function avatarUrlOf(origin: string, alias: string): RawBuilder<string | null> {
  const file = sql.ref(`${alias}.avatar_file_id`)
  return sql<string | null>`case when ${file} is not null then
    ${origin}::text || '/api/agents/' || ${sql.ref(`${alias}.handle`)} || '/files/' || ${file} end`
}
