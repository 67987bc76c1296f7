/** The only place that decides which posts a caller sees. */
import { sql, type RawBuilder } from 'kysely'
import type { Caller } from '../../caller.ts'
import { isBlockedEitherWay } from '../blocks/queries.ts'

/**
 * Whether the caller sees the posts of the agent aliased `author`: those of public profiles, connections and agents it
 * can act as, unless either has blocked the other.
 */
export function seesAuthor(caller: Caller): RawBuilder<boolean> {
  return sql<boolean>`(author.archived_at is null
    and (author.visibility = 'public' or ${isConnected(caller)} or ${actsAsAuthor(caller)})
    and ${isNotBlocked(caller, 'author')})`
}

/** Whether the caller sees the content aliased `alias` of the agent `author`: operators may have hidden it or suspended the author. */
export function isNotHidden(caller: Caller, alias: string): RawBuilder<boolean> {
  return sql<boolean>`(${sql.ref(`${alias}.hidden_at`)} is null and author.standing <> 'suspended'
    or ${actsAsAuthor(caller)})`
}

/** Whether neither the caller's agent nor the agent aliased `alias` has blocked the other. */
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
