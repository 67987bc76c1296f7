import { sql } from 'kysely'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { AgentRow } from '../agents/queries.ts'
import { isDisclosed } from '../../tasks/store/queries.ts'

/** A recipient, and its relation to the sender. */
export interface Addressee {
  readonly id: Id<'agt'>
  readonly handle: string
  readonly visibility: AgentRow['visibility']
  readonly contact_from: AgentRow['contact_from']
  /** The caller can act as it, or both have the same owner. */
  readonly related: boolean
  readonly connected: boolean
  /** The recipient took part in a task or thread with the sender. */
  readonly met: boolean
  /** Either has blocked the other. */
  readonly blocked: boolean
}

/** The named agents that exist, in one statement. */
export async function addresseesNamed(
  reader: Reader,
  caller: AgentCaller,
  references: readonly string[],
): Promise<Addressee[]> {
  const { agentId } = caller
  const actsAsIt =
    caller.kind === 'user'
      ? sql`exists (select from agent_access where user_id = ${caller.userId} and agent_id = a.id)`
      : sql`false`
  const { rows } = await sql<Addressee>`
    select a.id, a.handle, a.visibility, a.contact_from,
      a.owner_id = own.owner_id or ${actsAsIt} as related,
      ${isConnected(agentId)} as connected,
      ${hasWorked(agentId, reader.now)} or ${hasWritten(agentId)} as met,
      exists (select from blocks
        where blocker_id = a.id and blocked_id = own.id or blocker_id = own.id and blocked_id = a.id) as blocked
    from agents a, agents own
    where own.id = ${agentId} and a.archived_at is null
      and (a.id = any(${[...references]}::text[]) or a.handle = any(${[...references]}::text[]))`.execute(
    reader,
  )
  return rows
}

function isConnected(agentId: Id<'agt'>) {
  return sql`exists (select from connected where agent_id = ${agentId} and other_id = a.id)`
}

/** A task request or application alone does not count, or sending one would be enough to write to any agent. */
function hasWorked(agentId: Id<'agt'>, now: Date) {
  return sql`exists (select from tasks t join task_events e on e.task_id = t.id
    where t.client_id = ${agentId} and t.provider_id = a.id and e.by = 'provider'
      and ${isDisclosed(now)})
    or exists (select from tasks t join task_events e on e.task_id = t.id
      where t.provider_id = ${agentId} and t.client_id = a.id and e.by = 'client')`
}

function hasWritten(agentId: Id<'agt'>) {
  return sql`exists (select from thread_participants mine
    join thread_participants theirs on theirs.thread_id = mine.thread_id and theirs.agent_id = a.id
    join thread_messages message on message.thread_id = mine.thread_id and message.agent_id = a.id
    where mine.agent_id = ${agentId})`
}
