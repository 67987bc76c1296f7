import { sql } from 'kysely'
import { entryOf, type Deed } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import { claimed } from '../../db/claimed.ts'
import { joint } from '../../db/joint.ts'
import type { Statement } from '../../db/transact.ts'
import { Outbox } from '../../events/outbox.ts'
import { callOf, tellWallets } from '../../ledger/post.ts'
import type { Id } from '../../lib/ids.ts'
import { topicsOf } from './advance-task.ts'
import type { Plan } from './plan-step.ts'

/** A planned acceptance as the statement below takes it; bytes travel in base64, and amounts as text. */
export function acceptance(
  statement: Statement,
  caller: AgentCaller,
  { seen, plan, deed, answer }: { seen: number; plan: Plan; deed: Deed; answer: object },
) {
  const { now } = statement
  const { task, events, told, moved } = plan
  const { posting } = moved
  const outbox = new Outbox()
  for (const one of told) outbox.tell(one)
  for (const topic of topicsOf(task)) outbox.announce(topic)
  if (posting !== undefined) tellWallets(outbox, posting)
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
    at: now,
    events,
    told: outbox.rows(now),
    entry: entryOf(now, caller, deed),
    watched: caller.kind === 'key' ? caller.agentId : null,
    ...(posting === undefined
      ? {}
      : {
          ...callOf(posting),
          amounts: posting.transfers.map(({ amount }) => String(amount)),
          posting: posting.key,
          posting_kind: posting.kind,
          actor: plan.actor,
        }),
    ...claimed(statement, answer),
  }
}

type Acceptance = ReturnType<typeof acceptance>

export interface Accepted {
  readonly id: Id<'task'>
  readonly client_id: Id<'agt'>
  readonly provider_id: Id<'agt'>
}

/**
 * Accepts work, each with its event, posting, notes and audit entry, in one statement. It leaves out a task that is no longer
 * as it was when this was planned, a caller over whom a gate watches, and a key that was used before. Tasks are locked first
 * and then accounts, each in the order of their ids, as everywhere.
 */
export const acceptTasks = joint<Acceptance, Accepted>({
  orderOf: ({ id }) => id,
  keyOf: ({ id }) => id,
  keyOfDone: ({ id }) => id,
  statement: (rows) => sql<Accepted>`/* accept-tasks */
    with asked as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as r (
        id text, seen integer, phase text, reason text, seq integer, status_seq integer, status_at timestamptz, held bigint,
        revisions integer, due_at timestamptz, warn_at timestamptz, at timestamptz, events json, told json, entry json,
        watched text, posting text, posting_kind text, actor text, books text[], kinds text[], owners text[],
        wallets text[], currencies text[], debits integer[], credits integer[], amounts bigint[],
        caller text, key text, route text, request_hash text, reply text)
    ), agents_locked as materialized (
      select a.id from agents a where a.id in (select watched from asked) order by a.id for key share
    ), unwatched as materialized (
      select id from agents_locked where (select count(*) from agents_locked) >= 0 and nobody_watches(id)
    ), tasks_locked as materialized (
      select t.id from tasks t join asked on asked.id = t.id and asked.seen = t.seq
      where watched is null or watched in (select id from unwatched)
      order by t.id for no key update of t
    ), claimed as (
      insert into idempotency_keys (caller, key, route, request_hash, reply, created_at)
      select caller, key, route, decode(request_hash, 'base64'), decode(reply, 'base64'), at
      from tasks_locked join asked using (id) where key is not null order by caller, key
      on conflict do nothing returning caller, key, encode(request_hash, 'hex') as request
    ), allowed as materialized (
      select asked.* from tasks_locked join asked using (id)
      where key is null or (caller, key, encode(decode(request_hash, 'base64'), 'hex')) in (table claimed)
    ), accounts_locked as materialized (
      select l.id from ledger_accounts l
      where mode = 'locked' and l.id in (
        select l.id from allowed, unnest(owners, kinds, books, currencies) named (owner, kind, book, currency)
        join ledger_accounts l using (owner, kind, book, currency))
      order by l.id for update
    ), posted as materialized (
      select allowed.id, ledger_post(posting, posting_kind, allowed.id, actor, at, books, kinds, owners, wallets, currencies,
        debits, credits, amounts) from allowed
      where posting is not null and (select count(*) from accounts_locked) >= 0
    ), task as (
      update tasks t set phase = a.phase, reason = a.reason, seq = a.seq, status_seq = a.status_seq,
        status_at = a.status_at, held = a.held, revisions = a.revisions, due_at = a.due_at, warn_at = a.warn_at
      from allowed a left join posted using (id)
      where t.id = a.id and (a.posting is null or posted.id is not null)
      returning t.id, t.client_id, t.provider_id
    ), event as (
      insert into task_events (task_id, seq, at, action, by, phase, reason, message)
      select task_id, e.seq, e.at, action, by, e.phase, e.reason, message::jsonb
      from allowed, json_to_recordset(events) as e (task_id text, seq integer, at timestamptz, action text, by text,
        phase text, reason text, message text)
    ), noted as (
      insert into outbox (id, at, agent_id, kind, subject, data, topics)
      select o.id, o.at, agent_id, kind, subject, data::jsonb, topics
      from allowed, json_to_recordset(told) as o (id text, at timestamptz, agent_id text, kind text, subject text, data text,
        topics text[])
    ), entered as (
      insert into audit_entries (id, at, action, actor_kind, user_id, agent_id, key_id, session_id, ip, request_id, target,
        details)
      select e.id, e.at, action, actor_kind, user_id, agent_id, key_id, session_id, ip, request_id, target, details::jsonb
      from allowed, json_to_record(entry) as e (id text, at timestamptz, action text, actor_kind text, user_id text,
        agent_id text, key_id text, session_id text, ip text, request_id text, target text, details text)
      returning id
    ), pending as (insert into audit_pending (entry_id) select id from entered)
    select id, client_id, provider_id from task`,
})
