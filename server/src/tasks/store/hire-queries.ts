import { sql, type RawBuilder } from 'kysely'
import type { Terms } from 'souk-contract'
import { claimColumns } from '../../db/idempotency-claim.ts'
import { asTable, defineBatch } from '../../db/batch.ts'
import type { Statement, Tx } from '../../db/transact.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { isBlockedEitherWay } from '../../resources/blocks/queries.ts'
import type { planOpening } from '../lifecycle/plan-opening.ts'
import { lockActive, pairLock } from './slot-queries.ts'
import { notificationsOf } from '../lifecycle/task-events.ts'

/** SQL condition: the agent is a party of a task in this context. */
function isPartyInContext(contextId: RawBuilder<unknown>, agentId: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`exists (select from tasks t
    where t.context_id = ${contextId} and ${agentId} in (t.client_id, t.provider_id))`
}

/**
 * Whether the context has tasks, but none of this agent. Locks the name of the context, so that the second of two agents
 * that create it concurrently sees the task of the first.
 */
export async function lockForeignContext(tx: Tx, contextId: string, agentId: Id<'agt'>): Promise<boolean> {
  await sql`select pg_advisory_xact_lock(hashtextextended('context ' || ${contextId}, 0))`.execute(tx)
  const { rows } = await sql<{ foreign: boolean }>`
    select exists (select from tasks where context_id = ${contextId})
      and not ${isPartyInContext(sql`${contextId}`, sql`${agentId}`)} as foreign`.execute(tx)
  return rows[0]?.foreign === true
}

interface InsertedRequest {
  readonly id: Id<'task'>
  readonly client_id: Id<'agt'>
  readonly provider_id: Id<'agt'>
}

type PlannedOpening = ReturnType<typeof planOpening>

/** Input row of the statement below; bytes are in base64. */
export function newRequest(
  statement: Statement,
  { row, event, message }: PlannedOpening,
  { terms, reply, namesContext }: { terms: Terms; reply: object; namesContext: boolean },
) {
  const { now } = statement
  const [client, provider] = notificationsOf(row, { ...event, reason: null }, 'task.created')
  return {
    id: row.id,
    context_id: row.context_id,
    client_id: row.client_id,
    provider_id: row.provider_id,
    phase: row.phase,
    title: row.title,
    terms,
    book: row.book,
    currency: row.currency,
    due_at: row.due_at,
    warn_at: row.warn_at,
    hidden_until: row.hidden_until,
    client_messages: row.client_messages,
    client_bytes: row.client_bytes,
    open_max: statement.settings.openTasksMax,
    names_context: namesContext,
    at: now,
    action: event.action,
    by: event.by,
    message,
    client_event: newId('evt', now),
    client_data: client?.data,
    provider_event: newId('evt', now),
    provider_data: provider?.data,
    ...claimColumns(statement, reply),
  }
}

type NewRequest = ReturnType<typeof newRequest>

const columns = sql`id text, context_id text, client_id text, provider_id text, phase text, title text, terms jsonb, book text,
  currency text, due_at timestamptz, warn_at timestamptz, hidden_until timestamptz, client_messages integer,
  client_bytes integer, open_max integer, names_context boolean, at timestamptz, action text, by text, message jsonb, client_event text,
  client_data jsonb, provider_event text, provider_data jsonb, caller text, key text,
  route text, request_hash text, reply text`

/**
 * Inserts requests with their first events and the replies under their Idempotency-Keys, in one statement. It skips a
 * request whose provider is archived, private or restricted, between agents that have blocked each other, of a caller with a gate, of a
 * pair without an open slot, with an Idempotency-Key that was used before, and with a context in which the client has no
 * task: these run in a transaction, which returns the error.
 */
export const insertRequests = defineBatch<NewRequest, InsertedRequest>({
  orderOf: ({ id, caller, key }) => (key === undefined ? id : `${caller} ${key}`),
  keyOf: ({ id }) => id,
  keyOfResult: ({ id }) => id,
  statement: (rows) => sql<InsertedRequest>`/* send-messages */
    with sent as materialized ${asTable(rows, columns)}, active as materialized (
      ${lockActive(sql`select client_id from sent union select provider_id from sent`)}
    ), ungated_agents as materialized (
      select id from active where (select count(*) from active) >= 0 and id in (select client_id from sent) and has_no_gate(id)
    ), welcome as materialized (
      select s.*, row_number() over (partition by s.client_id, s.provider_id order by s.id) as nth
      from sent s join agents a on a.id = s.provider_id
      where s.client_id in (select id from ungated_agents) and a.id in (select id from active)
        and a.visibility = 'public' and a.standing = 'good'
        and not ${isBlockedEitherWay(sql`s.client_id`, sql`s.provider_id`)}
        and (not s.names_context or ${isPartyInContext(sql`s.context_id`, sql`s.client_id`)})
    ), pairs_locked as materialized (
      select client_id, provider_id, open_max, ${pairLock(sql`client_id`, sql`provider_id`)} from (
        select distinct client_id, provider_id, open_max from welcome order by client_id, provider_id) pair
    ), slots as materialized (
      select client_id, provider_id, open_max - open_tasks(client_id, provider_id, open_max) as free
      from pairs_locked where (select count(*) from pairs_locked) >= 0
    ), allowed as (
      select w.* from welcome w join slots using (client_id, provider_id) where nth <= free
    ), claimed as (
      insert into idempotency_keys (caller, key, route, request_hash, reply, created_at)
      select caller, key, route, decode(request_hash, 'base64'), decode(reply, 'base64'), at from allowed
      where key is not null order by caller, key
      on conflict do nothing returning caller, key
    ), task as (
      insert into tasks (id, context_id, provider_id, client_id, phase, title, seq, status_seq, status_at, terms, held, book,
        currency, has_work, was_delivered, revisions, due_at, warn_at, hidden_until, created_at, client_messages, client_bytes)
      select id, context_id, provider_id, client_id, phase, title, 1, 1, at, terms, 0, book,
        currency, false, false, 0, due_at, warn_at, hidden_until, at, client_messages, client_bytes
      from allowed where key is null or (caller, key) in (select caller, key from claimed)
      returning id, client_id, provider_id
    ), event as (
      insert into task_events (task_id, seq, at, action, by, phase, message)
      select id, 1, at, action, by, phase, message from task join sent using (id)
    ), notified as (
      insert into outbox (id, at, agent_id, kind, subject, data, topics)
      select client_event, at, s.client_id, 'task.created', id, client_data,
        array['agent:' || s.client_id, 'agent:' || s.provider_id, 'task:' || id] from task join sent s using (id)
      union all
      select provider_event, at, s.provider_id, 'task.created', id, provider_data, '{}' from task join sent s using (id)
    )
    select id, client_id, provider_id from task`,
})
