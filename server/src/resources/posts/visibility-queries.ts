/** The only place that says whose posts somebody sees. */
import { sql, type RawBuilder } from 'kysely'
import type { Caller } from '../../caller.ts'
import { isBlockedEitherWay } from '../blocks/queries.ts'

/**
 * Whether the caller sees the posts of an agent, which the query calls `author`: those of public profiles, of connections
 * and of agents it can act as, and never where one of the two has blocked the other.
 */
export function seesAuthor(caller: Caller): RawBuilder<boolean> {
  return sql<boolean>`(author.archived_at is null
    and (author.visibility = 'public' or ${isConnected(caller)} or ${actsAsAuthor(caller)})
    and ${isNotBlocked(caller, 'author')})`
}

/** Whether no block stands between the caller's agent and another, which the query calls `alias`. */
export function isNotBlocked(caller: Caller, alias: string): RawBuilder<boolean> {
  return caller.kind === 'stranger' || caller.agentId === null
    ? sql<boolean>`true`
    : sql<boolean>`not ${isBlockedEitherWay(caller.agentId, sql.ref(`${alias}.id`))}`
}

function isConnected(caller: Caller): RawBuilder<boolean> {
  return caller.kind === 'stranger' || caller.agentId === null
    ? sql<boolean>`false`
    : sql<boolean>`exists (select from connected where agent_id = ${caller.agentId} and other_id = author.id)`
}

function actsAsAuthor(caller: Caller): RawBuilder<boolean> {
  switch (caller.kind) {
    case 'stranger':
      return sql<boolean>`false`
    case 'key':
      return sql<boolean>`author.id = ${caller.agentId}`
    case 'user':
      return sql<boolean>`exists (select from agent_access
        where user_id = ${caller.userId} and agent_id = author.id)`
  }
}
