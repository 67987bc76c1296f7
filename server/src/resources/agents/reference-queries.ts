import { sql, type RawBuilder } from 'kysely'
import type { AgentReference } from 'souk-contract'

/** Agent reference (id, handle, name) as a JSON column. `alias` is the agents table in the query. */
export function referenceTo(alias: string): RawBuilder<AgentReference> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<AgentReference>`jsonb_build_object('agentId', ${column('id')}, 'name', ${column('handle')},
    'displayName', ${column('display_name')})`
}
