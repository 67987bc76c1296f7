/** The only place that computes ratings from revealed reviews. Runs under the lock of the reputation worker. */
import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'

const ratedMax = 500

/** Marks revealed reviews as rated and returns the agents they are about. */
export async function takeUnratedAgents(tx: Tx): Promise<Id<'agt'>[]> {
  const { rows } = await sql<{ agent_id: Id<'agt'> }>`/* reviews-to-rate */
    update reviews set rated = true where id in (
      select id from reviews where revealed_at is not null and not rated order by id limit ${ratedMax})
    returning agent_id`.execute(tx)
  return rows.map((row) => row.agent_id)
}

/** Agents with revealed reviews of these tasks. */
export async function agentsReviewedIn(tx: Tx, taskIds: readonly Id<'task'>[]): Promise<Id<'agt'>[]> {
  const rows = await tx
    .selectFrom('reviews')
    .select('agent_id')
    .where('task_id', 'in', [...taskIds])
    .where('revealed_at', 'is not', null)
    .execute()
  return rows.map((row) => row.agent_id)
}

/** Bounds the cost of a rating. */
const countedMax = 1000

/**
 * Mean over owners of the mean of their scores, so that an owner counts once. A review counts only if the reputation
 * counts its task, which excludes trades within an owner or organization.
 */
function ratingBy(role: 'client' | 'provider'): RawBuilder<unknown> {
  return sql`(select round(100 * avg(score))::int as rating, count(*)::int as raters from (
    select avg(score) as score from (
      select r.from_owner_id, r.score from reviews r join settled_tasks s on s.task_id = r.task_id and s.paid
      where r.agent_id = known.agent_id and r.role = ${role} and r.counts and r.revealed_at is not null
        and r.hidden_at is null
      order by r.revealed_at desc, r.id desc limit ${countedMax}) latest
    group by from_owner_id) owners)`
}

export async function updateRatings(tx: Tx, agentIds: readonly Id<'agt'>[]): Promise<void> {
  await sql`/* update-ratings */
    update reputations set provider_rating = rated.provider_rating, provider_raters = rated.provider_raters,
      client_rating = rated.client_rating, client_raters = rated.client_raters,
      rating_before = reputations.provider_rating, raters_before = reputations.provider_raters, rated_at = ${tx.now},
      updated_at = ${tx.now}
    from (
      select known.agent_id, by_clients.rating as provider_rating, by_clients.raters as provider_raters,
        by_providers.rating as client_rating, by_providers.raters as client_raters
      from reputations known cross join lateral ${ratingBy('client')} by_clients
        cross join lateral ${ratingBy('provider')} by_providers
      where known.agent_id = any(${[...new Set(agentIds)]}::text[])) rated
    where rated.agent_id = reputations.agent_id`.execute(tx)
}
