/** What every step of a task leaves behind when it is written by one statement for many callers: parts of such statements. */
import { sql } from 'kysely'
import { claimed } from '../../db/claimed.ts'
import type { Statement } from '../../db/transact.ts'
import { Outbox } from '../../events/outbox.ts'
import { tellWallets } from '../../ledger/post.ts'
import type { Id } from '../../lib/ids.ts'
import { topicsOf } from './advance-task.ts'
import type { Plan } from './plan-step.ts'

export interface Stepped {
  readonly id: Id<'task'>
  readonly client_id: Id<'agt'>
  readonly provider_id: Id<'agt'>
}

/** A planned step; `seen` is what the task was like when it was planned. Bytes travel in base64, and amounts as text. */
export function stepOf(
  statement: Statement,
  { seen, plan, answer }: { seen: number; plan: Plan; answer: object },
) {
  const { now } = statement
  const { task, events, told, moved } = plan
  const outbox = new Outbox()
  for (const one of told) outbox.tell(one)
  for (const topic of topicsOf(task)) outbox.announce(topic)
  if (moved.posting !== undefined) tellWallets(outbox, moved.posting)
  return {
    id: task.id,
    seen,
    phase: task.phase,
    reason: task.reason,
    seq: task.seq,
    status_seq: task.status_seq,
    status_at: task.status_at,
    held: String(task.held),
    revisions: task.revisions,
    due_at: task.due_at,
    warn_at: task.warn_at,
    client_messages: task.client_messages,
    client_bytes: task.client_bytes,
    provider_messages: task.provider_messages,
    provider_bytes: task.provider_bytes,
    at: now,
    events,
    told: outbox.rows(now),
    ...claimed(statement, answer),
  }
}

/** The columns of a step, for json_to_recordset. */
export const stepColumns = sql`id text, seen integer, phase text, reason text, seq integer, status_seq integer,
  status_at timestamptz, held bigint, revisions integer, due_at timestamptz, warn_at timestamptz, client_messages integer,
  client_bytes integer, provider_messages integer, provider_bytes integer, at timestamptz, events json, told json, caller text, key text, route text, request_hash text, reply text`

/** From `tasks_locked`, those that nothing stands in the way of: the key of a call, if it has one, was not used before. */
export const stepsAllowed = sql`
  claimed as (
    insert into idempotency_keys (caller, key, route, request_hash, reply, created_at)
    select caller, key, route, decode(request_hash, 'base64'), decode(reply, 'base64'), at
    from tasks_locked join asked using (id) where key is not null order by caller, key
    on conflict do nothing returning caller, key, encode(request_hash, 'hex') as request
  ), allowed as materialized (
    select asked.* from tasks_locked join asked using (id)
    where key is null or (caller, key, encode(decode(request_hash, 'base64'), 'hex')) in (table claimed)
  )`

/** What becomes of a task: `a` is the allowed step. */
export const stepChanges = sql`phase = a.phase, reason = a.reason, seq = a.seq, status_seq = a.status_seq,
  status_at = a.status_at, held = a.held, revisions = a.revisions, due_at = a.due_at, warn_at = a.warn_at,
  client_messages = a.client_messages, client_bytes = a.client_bytes, provider_messages = a.provider_messages,
  provider_bytes = a.provider_bytes`

/** The events of the allowed steps, and what both sides are told. */
export const stepsTold = sql`
  event as (
    insert into task_events (task_id, seq, at, action, by, phase, reason, message)
    select task_id, e.seq, e.at, action, by, e.phase, e.reason, message::jsonb
    from allowed, json_to_recordset(events) as e (task_id text, seq integer, at timestamptz, action text, by text,
      phase text, reason text, message text)
  ), noted as (
    insert into outbox (id, at, agent_id, kind, subject, data, topics)
    select o.id, o.at, agent_id, kind, subject, data::jsonb, topics
    from allowed, json_to_recordset(told) as o (id text, at timestamptz, agent_id text, kind text, subject text, data text,
      topics text[])
  )`
