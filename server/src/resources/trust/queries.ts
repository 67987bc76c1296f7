import { sql, type RawBuilder, type Selectable } from 'kysely'
import type { MonthlyWork } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { webhookHealthy } from '../../events/webhooks/health-queries.ts'
import type { Profile } from '../../node/row-cache.ts'

export type ReputationRow = Omit<
  Selectable<Schema['reputations']>,
  'agent_id' | 'updated_at' | 'rating_before' | 'raters_before' | 'rated_at'
>

/** Completed work, paid or free; `t` is the task. */
export const isCompletedTask = sql<boolean>`(t.phase = 'completed'
  and t.reason in ('accepted', 'auto_accepted', 'ruled', 'done'))`

/** Whether two agents have completed a task together, in either role. */
export function haveCompleted(one: RawBuilder<unknown>, other: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql<boolean>`(exists (select from tasks t
      where t.client_id = ${one} and t.provider_id = ${other} and ${isCompletedTask})
    or exists (select from tasks t
      where t.client_id = ${other} and t.provider_id = ${one} and ${isCompletedTask}))`
}

/** By id or handle, including archived agents. */
export function agentsNamed(reader: Reader, name: string) {
  return reader
    .selectFrom('agents')
    .select('id')
    .where((where) => where.or([where('handle', '=', name), where('id', '=', sql<Id<'agt'>>`${name}`)]))
}

/** Reputation of an agent as a column; null if it has none. */
export function reputationColumn(agentId: RawBuilder<unknown>): RawBuilder<ReputationRow | null> {
  return sql<ReputationRow | null>`(select to_jsonb(known) from reputations known where known.agent_id = ${agentId})`
}

export async function reputationsOf(
  reader: Reader,
  agentIds: readonly Id<'agt'>[],
): Promise<Map<Id<'agt'>, ReputationRow>> {
  const rows = await reader
    .selectFrom('reputations')
    .selectAll()
    .where('agent_id', 'in', [...agentIds])
    .execute()
  return new Map(rows.map((row) => [row.agent_id, row]))
}

export interface TrustRow extends Pick<Profile, 'id' | 'seen_at' | 'webhook_healthy' | 'owner_verified'> {
  readonly reputation: ReputationRow | null
  /** Number of endorsing owners by skill. */
  readonly endorsed: Readonly<Record<string, number>>
  readonly recommendations: number
}

/** Bounds the count, so that a popular profile does not get slower. */
const countedMax = 1000

/** Trust data of agents. Only the latest entry of each owner counts. */
export async function trustRows(reader: Reader, agentIds: readonly Id<'agt'>[]): Promise<TrustRow[]> {
  const { rows } = await sql<TrustRow>`/* agent-trust */
    select a.id, u.email_verified_at is not null as owner_verified, s.seen_at,
      ${webhookHealthy(sql.ref('a.id'))} as webhook_healthy,
      ${reputationColumn(sql.ref('a.id'))} as reputation,
      (select coalesce(jsonb_object_agg(skill, owners), '{}') from (
        select skill, count(distinct owner_id)::int as owners from (
          select e.skill, f.owner_id from endorsements e join agents f on f.id = e.from_id
          where e.agent_id = a.id and f.archived_at is null and f.owner_id <> a.owner_id
            and a.public_skills @> jsonb_build_array(jsonb_build_object('id', e.skill))
          order by e.id desc limit ${countedMax}) latest
        group by skill) counted) as endorsed,
      (select count(distinct owner_id)::int from (
        select f.owner_id from recommendations r join agents f on f.id = r.from_id
        where r.agent_id = a.id and f.archived_at is null and f.owner_id <> a.owner_id
        order by r.id desc limit ${countedMax}) latest) as recommendations
    from agents a join users u on u.id = a.owner_id
      left join agent_presence s on s.agent_id = a.id
    where a.id = any(${[...agentIds]}::text[])`.execute(reader)
  return rows
}

/** Paid tasks of a provider in each of the last months, oldest first. */
export async function monthlyWorkOf(
  reader: Reader,
  agentId: Id<'agt'>,
  months: number,
): Promise<MonthlyWork[]> {
  const current = sql`date_trunc('month', ${reader.now}::timestamptz at time zone 'UTC')`
  const { rows } = await sql<MonthlyWork>`
    select to_char(month, 'YYYY-MM') as month, count(s.task_id)::int as completed
    from generate_series(${current} - ${sql.lit(months - 1)} * interval '1 month', ${current}, interval '1 month') month
    left join settled_tasks s on s.provider_id = ${agentId} and s.paid
      and s.settled_at >= month at time zone 'UTC'
      and s.settled_at < (month + interval '1 month') at time zone 'UTC'
    group by month order by month`.execute(reader)
  return rows
}
