import { sql, type RawBuilder } from 'kysely'
import { asTable, defineBatch } from '../../db/batch.ts'
import type { Id } from '../../lib/ids.ts'
import { stepAssignments, stepColumnTypes } from '../lifecycle/step-columns.ts'

/** Input row of the statement below; it also has the columns of `step-columns.ts`. */
interface StepRow {
  readonly id: Id<'task'>
  /** The version that the step was planned on. */
  readonly seen: number
  /** The agent whose gate and kill switch must be off; null if the gate does not apply. */
  readonly gated_agent: Id<'agt'> | null
  /** The client whose chargebacks the posting depends on; null without a posting. */
  readonly client: Id<'agt'> | null
  /** Key of the posting; the parameters of `ledger_post` come with it. Its accounts are in one book. */
  readonly posting: string | null
  readonly events: readonly object[]
  /** Outbox rows. */
  readonly notifications: readonly object[]
  /** The audit entry, if the step has one. */
  readonly entry: object | null
}

export interface CommittedStep {
  readonly id: Id<'task'>
  readonly client_id: Id<'agt'>
  readonly provider_id: Id<'agt'>
}

const columns = sql`id text, seen integer, ${sql.raw(stepColumnTypes)}, at timestamptz, events json, notifications json, caller text,
  key text, route text, request_hash text, reply text, gated_agent text, client text, entry json, posting text, posting_kind text,
  actor text, books text[], kinds text[], owners text[], wallets text[], currencies text[], debits integer[],
  credits integer[], amounts bigint[]`

/** Locks the agents first, so that concurrent changes of a gate or a chargeback are committed before they are read. */
const agentsChecked = sql`
  agents_locked as materialized (
    select a.id from agents a where a.id in (select gated_agent from steps union select client from steps)
    order by a.id for key share
  ), ungated_agents as materialized (
    select id from agents_locked where (select count(*) from agents_locked) >= 0 and has_no_gate(id)
  ), clients_without_risk as materialized (
    select distinct client, books[1] as book from steps
    where (select count(*) from agents_locked) >= 0 and client is not null
      and not client_at_risk(client, books[1])
  ),`

const agentsPass = sql`(steps.gated_agent is null or steps.gated_agent in (select id from ungated_agents))
  and (steps.client is null or (steps.client, steps.books[1]) in (table clients_without_risk))`

/** Lock order: tasks before accounts, both in order of their ids. */
const moneyPosted = sql`
  accounts_locked as materialized (
    select l.id from ledger_accounts l
    where mode = 'locked' and l.id in (
      select l.id from allowed, unnest(owners, kinds, books, currencies) named (owner, kind, book, currency)
      join ledger_accounts l using (owner, kind, book, currency))
    order by l.id for update
  ), posted as materialized (
    select allowed.id, ledger_post(posting, posting_kind, allowed.id, actor, at, books, kinds, owners, wallets, currencies,
      debits, credits, amounts) from allowed
    where posting is not null and (select count(*) from accounts_locked) >= 0
  ),`

const audited = sql`, audited as (
    insert into audit_entries (id, at, action, actor_kind, user_id, agent_id, key_id, session_id, ip, request_id, target,
      details)
    select e.id, e.at, action, actor_kind, user_id, agent_id, key_id, session_id, ip, request_id, target, details::jsonb
    from allowed, json_to_record(entry) as e (id text, at timestamptz, action text, actor_kind text, user_id text,
      agent_id text, key_id text, session_id text, ip text, request_id text, target text, details text)
    where entry is not null
    returning id
  ), pending as (insert into audit_pending (entry_id) select id from audited)`

/** Includes only the parts that the rows need: a message has no gate check, no posting and no audit entry. */
function commit(rows: readonly StepRow[]): RawBuilder<CommittedStep> {
  const checks = rows.some(({ gated_agent, client }) => gated_agent !== null || client !== null)
  const moves = rows.some(({ posting }) => posting !== null)
  const audits = rows.some(({ entry }) => entry !== null)
  const omitted = sql``
  return sql<CommittedStep>`/* commit-steps */
    with steps as materialized ${asTable(rows, columns)}, ${checks ? agentsChecked : omitted}
    tasks_locked as materialized (
      select t.id from tasks t join steps on steps.id = t.id and steps.seen = t.seq
      where ${checks ? agentsPass : sql`true`} order by t.id for no key update of t
    ), claimed as (
      insert into idempotency_keys (caller, key, route, request_hash, reply, created_at)
      select caller, key, route, decode(request_hash, 'base64'), decode(reply, 'base64'), at
      from tasks_locked join steps using (id) where key is not null order by caller, key
      on conflict do nothing returning caller, key, encode(request_hash, 'hex') as request
    ), allowed as materialized (
      select steps.* from tasks_locked join steps using (id)
      where key is null or (caller, key, encode(decode(request_hash, 'base64'), 'hex')) in (table claimed)
    ), ${moves ? moneyPosted : omitted}
    task as (
      update tasks t set ${sql.raw(stepAssignments)}
      from allowed a ${moves ? sql`left join posted using (id)` : omitted}
      where t.id = a.id ${moves ? sql`and (a.posting is null or posted.id is not null)` : omitted}
      returning t.id, t.client_id, t.provider_id
    ), event as (
      insert into task_events (task_id, seq, at, action, by, phase, reason, message, artifact)
      select task_id, e.seq, e.at, action, by, e.phase, e.reason, message::jsonb, artifact::jsonb
      from allowed, json_to_recordset(events) as e (task_id text, seq integer, at timestamptz, action text, by text,
        phase text, reason text, message text, artifact text)
    ), notified as (
      insert into outbox (id, at, agent_id, kind, subject, data, topics)
      select o.id, o.at, agent_id, kind, subject, data::jsonb, topics
      from allowed, json_to_recordset(notifications) as o (id text, at timestamptz, agent_id text, kind text, subject text, data text,
        topics text[])
      order by o.id
    )${audits ? audited : omitted}
    select id, client_id, provider_id from task`
}

/**
 * Writes steps, each with its events, posting, outbox rows, audit entry and Idempotency-Key, in one statement. It skips
 * steps on an outdated version, of callers with a gate, with a posting of a client with a chargeback, and with an
 * Idempotency-Key that was used before: these are planned again in a transaction.
 */
export const commitSteps = defineBatch<StepRow, CommittedStep>({
  orderOf: ({ id }) => id,
  keyOf: ({ id }) => id,
  keyOfResult: ({ id }) => id,
  statement: commit,
})
