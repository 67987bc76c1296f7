/**
 * The only place that decides whether a callback URL may still receive: its registrant must hold the right it was
 * registered with.
 */
import { sql, type RawBuilder } from 'kysely'
import type { AgentCaller } from '../../caller.ts'
import type { Id } from '../../lib/ids.ts'
import { rolesHolding } from '../../authority/rights.ts'

interface Registrant {
  readonly registered_by_user: Id<'usr'> | null
  readonly registered_by_key: Id<'key'> | null
}

export function registrantOf(caller: AgentCaller): Registrant {
  return caller.kind === 'key'
    ? { registered_by_user: null, registered_by_key: caller.keyId }
    : { registered_by_user: caller.userId, registered_by_key: null }
}

/** A webhook requires the right to manage the agent, a push config the right to act as it. */
const rolesThatKeep = { webhooks: rolesHolding('manage'), push_configs: rolesHolding() } as const

/** SQL condition on the row with this alias. */
export function authorityHolds(
  table: keyof typeof rolesThatKeep,
  alias: string,
  now: Date,
): RawBuilder<boolean> {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  return sql<boolean>`authority_holds(${column('agent_id')}, ${column('registered_by_user')},
    ${column('registered_by_key')}, ${rolesThatKeep[table]}::text[], ${now})`
}
