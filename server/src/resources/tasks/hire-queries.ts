import { sql } from 'kysely'
import type { Reader, Statement } from '../../db/transact.ts'
import { isId, newId, type Id } from '../../lib/ids.ts'
import type { Profile } from '../../memory.ts'
import { apart } from '../blocks/queries.ts'
import type { firstRows } from './open-task.ts'
import { toldOf } from './tell-task.ts'

/** An agent that has not been archived, by id or handle, with when its software was last seen. */
export async function findProfile(reader: Reader, reference: string): Promise<Profile | undefined> {
  const { rows } = await sql<Profile>`/* find-profile */
    select a.id, a.handle, a.owner_id, u.email_verified_at is not null as owner_verified, a.visibility, a.input_modes, s.seen_at,
      coalesce(w.status = 'active' and w.failures = 0 and w.last_success_at is not null, false) as hears_webhook
    from agents a join users u on u.id = a.owner_id
    left join agent_presence s on s.agent_id = a.id
    left join webhooks w on w.agent_id = a.id
    where ${isId('agt', reference) ? sql`a.id` : sql`a.handle`} = ${reference} and a.archived_at is null`.execute(
    reader,
  )
  return rows[0]
}

/** The same, as it was a moment ago. */
export async function recallProfile(reader: Reader, reference: string): Promise<Profile | undefined> {
  const known = reader.memory.profiles.recall(reference)
  if (known !== undefined) return known
  const profile = await findProfile(reader, reference)
  return profile === undefined ? undefined : reader.memory.profiles.keep(reference, profile)
}

export interface Inserted {
  readonly id: Id<'task'>
  readonly client_id: Id<'agt'>
  readonly provider_id: Id<'agt'>
}

/**
 * A new request with its first event, and the answer to be repeated under its Idempotency-Key, in one statement. It writes
 * nothing at all when the provider has gone, one of the two has blocked the other, a gate watches over the caller, or the
 * key was used before.
 */
export function insertRequest(
  { claim, now, vault }: Statement,
  { row, event }: ReturnType<typeof firstRows>,
  answer: object,
) {
  const claimed =
    claim === undefined
      ? sql`select from allowed`
      : sql`
        insert into idempotency_keys (caller, key, route, request_hash, reply, created_at)
        select ${claim.caller}, ${claim.key}, ${claim.route}, ${claim.requestHash}::bytea,
          ${vault.seal(JSON.stringify(answer))}::bytea, ${now}::timestamptz from allowed
        on conflict do nothing returning key`
  return sql<Inserted>`/* send-message */
    with allowed as (
      select a.id from agents a
      where a.id = ${row.provider_id} and a.archived_at is null and a.visibility = 'public'
        and not exists (select from approval_gates g where g.agent_id = ${row.client_id}
          and (g.settings ->> 'mode' <> 'off' or g.settings -> 'killSwitch' = 'true'::jsonb))
        and not ${apart(row.client_id, row.provider_id)}
    ), claimed as (${claimed}), task as (
      insert into tasks (id, context_id, provider_id, client_id, phase, seq, status_seq, status_at, terms, held, book,
        currency, has_work, was_delivered, revisions, due_at, warn_at, hidden_until, created_at)
      select ${row.id}, ${row.context_id}, ${row.provider_id}, ${row.client_id}, ${row.phase}, 1, 1, ${now}::timestamptz,
        ${row.terms}::jsonb, 0, ${row.book}, ${row.currency}, false, false, 0, ${row.due_at}::timestamptz,
        ${row.warn_at}::timestamptz, ${row.hidden_until}::timestamptz, ${now}::timestamptz
      where exists (select from claimed)
      returning id, client_id, provider_id
    ), event as (
      insert into task_events (task_id, seq, at, action, by, phase, message)
      select id, 1, ${now}::timestamptz, ${event.action}, ${event.by}, ${event.phase}, ${event.message}::jsonb from task
    ), told as (
      insert into outbox (id, at, agent_id, kind, subject, data, topics)
      select ${newId('evt', now)}, ${now}::timestamptz, client_id, 'task.created', id, ${toldTo(row, event, 'client')}::jsonb,
        array['agent:' || client_id, 'agent:' || provider_id, 'task:' || id] from task
      union all
      select ${newId('evt', now)}, ${now}::timestamptz, provider_id, 'task.created', id, ${toldTo(row, event, 'provider')}::jsonb,
        '{}' from task
    )
    select id, client_id, provider_id from task`
}

type First = ReturnType<typeof firstRows>

/** What one side is told of the new task. */
function toldTo(row: First['row'], event: First['event'], side: 'client' | 'provider'): string {
  const told = toldOf(row, { ...event, reason: null }, 'task.created')
  return JSON.stringify(told[side === 'client' ? 0 : 1]?.data)
}
