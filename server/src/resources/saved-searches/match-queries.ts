import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/transact.ts'
import { after, day } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { agentFilters, fieldConditions, listingFilters } from '../../search/filter-queries.ts'
import type { Alerts, Market } from '../../search/tables.ts'
import { isBlockedEitherWay } from '../blocks/queries.ts'
import { isPublic } from '../listings/visibility-queries.ts'

const arrivalsMax = 50

interface Arrival {
  readonly market: Market
  readonly item_id: string
}

/** Takes the next published items; they return to the queue if the transaction fails. */
export async function takeArrivals(tx: Tx): Promise<Arrival[]> {
  const { rows } = await sql<Arrival>`/* search-arrivals */
    delete from search_arrivals where ctid = any (array(
      select ctid from search_arrivals limit ${arrivalsMax} for update skip locked
    ))
    returning market, item_id`.execute(tx)
  return rows
}

/** Items that were published longer ago are not compared, so that matches need not be kept forever. */
export const keptMs = 30 * day

/** Agents with the columns that filters and visibility need. */
function arrivedAgents(tx: Tx, ids: readonly string[]): RawBuilder<unknown> {
  return sql`select *, id as by_id, listed_at as published_at from agents
    where id = any(${[...ids]}::text[]) and visibility = 'public' and archived_at is null
      and listed_at > ${after(tx.now, -keptMs)}`
}

function arrivedListings(tx: Tx, ids: readonly string[]): RawBuilder<unknown> {
  return sql`select listings.*, client_id as by_id, opened_at as published_at, client.owner_id
    from listings join agents client on client.id = client_id
    where listings.id = any(${[...ids]}::text[]) and status = 'open' and ${isPublic('listings')}
      and opened_at > ${after(tx.now, -keptMs)}`
}

/** Searches that can be alerted: the agent is active, and the person who saved it can still act as it. */
const canAlert = sql<boolean>`s.alerts <> 'off' and me.archived_at is null and (s.user_id is null
  or exists (select from agent_access a where a.user_id = s.user_id and a.agent_id = s.agent_id))`

/**
 * Saves new matches of the items, and returns the ids of their searches. An index leaves out searches for other tags, and blocks are
 * looked up for matches only, because the cost grows with the product of searches and items. Never matches items of the same owner, or between agents of
 * which one has blocked the other.
 */
export async function insertMatches(
  tx: Tx,
  market: Market,
  itemIds: readonly string[],
): Promise<Id<'sch'>[]> {
  const filters = market === 'agents' ? agentFilters(tx.settings.currency) : listingFilters
  const items = market === 'agents' ? arrivedAgents(tx, itemIds) : arrivedListings(tx, itemIds)
  const item = sql.table(market)
  const { rows } = await sql<{ search_id: Id<'sch'> }>`/* match-searches */
    with items as materialized (${items}),
    searches as materialized (
      select s.id as search_id, s.agent_id as searcher_id, me.owner_id as searcher_owner_id, s.criteria,
        s.query as words_query, s.since
      from saved_searches s join agents me on me.id = s.agent_id
      where s.market = ${market} and ${canAlert}
        and coalesce(s.criteria ->> 'tag', '') = any(array(select '' union select unnest(tags) from items))
    ),
    found as materialized (
      select search_id, searcher_id, by_id, ${item}.id as item_id from searches join items as ${item}
        on published_at > since and ${item}.owner_id <> searcher_owner_id
        and (words_query is null or ${item}.search @@ words_query)
        and ${sql.join(fieldConditions(filters, sql`criteria`), sql` and `)}
    ),
    matched as (
      insert into saved_search_matches (search_id, item_id, matched_at)
      select search_id, item_id, ${tx.now} from found
      where not ${isBlockedEitherWay(sql`searcher_id`, sql`by_id`)}
      on conflict do nothing
      returning search_id
    )
    select distinct search_id from matched`.execute(tx)
  return rows.map(({ search_id: id }) => id)
}

/** A search with new matches and no planned alert, and what decides when it is due. */
interface UnplannedSearch {
  readonly id: Id<'sch'>
  readonly alerts: Alerts
  readonly alerted_at: Date | null
  readonly time_zone: string | null
}

/**
 * Locks searches after their matches were saved. A concurrent announcement either sees these matches, because it takes
 * the lock later, or has ended, and its search no longer has a planned alert.
 */
export async function lockUnplanned(tx: Tx, ids: readonly Id<'sch'>[]): Promise<UnplannedSearch[]> {
  const { rows } = await sql<UnplannedSearch>`
    with locked as materialized (
      select id, user_id, alerts, alerted_at, alert_at from saved_searches
      where id = any(${[...ids]}::text[]) order by id for no key update
    )
    select s.id, s.alerts, s.alerted_at, u.time_zone from locked s left join users u on u.id = s.user_id
    where s.alert_at is null`.execute(tx)
  return rows
}

export async function scheduleAlerts(
  tx: Tx,
  due: readonly { readonly id: Id<'sch'>; readonly at: Date }[],
): Promise<void> {
  await sql`update saved_searches s set alert_at = due.at
    from unnest(${due.map(({ id }) => id)}::text[], ${due.map(({ at }) => at)}::timestamptz[]) as due (id, at)
    where s.id = due.id and s.alert_at is null`.execute(tx)
}

const alertsMax = 100
/** Ids that an alert names. */
const namedMax = 10

interface DueAlert {
  readonly id: Id<'sch'>
  readonly agent_id: Id<'agt'>
  readonly market: Market
  readonly count: number
  readonly items: string[]
}

/** Locks due searches. Their matches are read by a later statement, which sees what was saved before the lock. */
export async function lockDueSearches(tx: Tx): Promise<Id<'sch'>[]> {
  const { rows } = await sql<{ id: Id<'sch'> }>`/* due-searches */
    select id from saved_searches where alert_at <= ${tx.now} order by alert_at limit ${alertsMax}
    for no key update skip locked`.execute(tx)
  return rows.map(({ id }) => id)
}

/**
 * Takes the new matches of searches, which are announced in the same transaction. Searches that may no longer
 * be alerted, and matches that the agent may no longer see, are left out.
 */
export async function takeAlerts(tx: Tx, searchIds: readonly Id<'sch'>[]): Promise<DueAlert[]> {
  const { rows } = await sql<DueAlert>`/* search-alerts */
    with due as materialized (
      select s.id, s.agent_id, s.market, ${canAlert} as allowed
      from saved_searches s join agents me on me.id = s.agent_id where s.id = any(${[...searchIds]}::text[])
    ),
    taken as (
      update saved_search_matches m set announced = true from due
      where m.search_id = due.id and not m.announced returning m.search_id, m.item_id, m.matched_at
    ),
    rested as (
      update saved_searches s set alert_at = null, alerted_at = ${tx.now} from due where s.id = due.id
    )
    select due.id, due.agent_id, due.market, count(*)::int as count,
      (array_agg(t.item_id order by t.matched_at desc, t.item_id desc))[1:${sql.lit(namedMax)}] as items
    from due join taken t on t.search_id = due.id
    left join listings l on due.market = 'listings' and l.id = t.item_id and l.status = 'open' and ${isPublic('l')}
    join agents a on a.id = case due.market when 'listings' then l.client_id else t.item_id end
    where due.allowed and (due.market = 'listings' or a.visibility = 'public' and a.archived_at is null)
      and not ${isBlockedEitherWay(sql`due.agent_id`, sql`a.id`)}
    group by due.id, due.agent_id, due.market`.execute(tx)
  return rows
}
