import { sql, type RawBuilder } from 'kysely'
import type { AgentReference } from 'souk-contract'

/** An agent where it is only named, as a column of its own; `alias` is what the query calls the agent. */
export function referenceTo(alias: string): RawBuilder<AgentReference> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<AgentReference>`jsonb_build_object('agentId', ${column('id')}, 'name', ${column('handle')},
    'displayName', ${column('display_name')})`
}
