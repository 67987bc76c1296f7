import { sql, type RawBuilder } from 'kysely'
import type { Contract, Input } from 'souk-contract'
import type { Caller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { budgetKey, conditionsOf, listingFilters } from '../../search/filter-queries.ts'
import { parseQuery, type SearchQuery } from '../../search/parse-query.ts'
import {
  rankedMax,
  matchesQuery,
  sampleMax,
  sampleMin,
  candidates,
  rankOf,
  scannedMax,
} from '../../search/rank-queries.ts'
import { listingsSeenBy, type SeenListing } from './queries.ts'
import { isPublic } from './visibility-queries.ts'
import type { Position } from '../../lib/page-tokens.ts'

type ListingSearch = Omit<Input<Contract['listings']['listListings']>, 'limit' | 'cursor'>

type FoundListing = SeenListing & { position: Position }

/** Public listings in one of three orders; newest first among equals. */
export async function publicListings(
  reader: Reader,
  caller: Caller,
  { search, page }: { search: ListingSearch; page: PageRequest },
): Promise<FoundListing[]> {
  const query = await parseQuery(reader, 'listings', search.q ?? '')
  const plan = { search, query, order: orderOf(search.sort, query), page }
  const show = (found: RawBuilder<unknown>) => shownListings(reader, caller, found)
  if (query === undefined || query.matches <= rankedMax) return show(everyMatch(plan))
  if (plan.order.name === 'relevance') {
    const pool = await newestMatching(reader, plan)
    return show(everyMatch(pool.length < sampleMin ? plan : { ...plan, pool }))
  }
  const near = await show(nearestMatches(plan))
  return near.length > page.limit ? near : show(everyMatch(plan))
}

interface Plan {
  readonly search: ListingSearch
  readonly query: SearchQuery | undefined
  readonly order: Order
  readonly page: PageRequest
  /** Ids to rank, if not all matches. */
  readonly pool?: readonly string[]
}

async function shownListings(reader: Reader, caller: Caller, found: RawBuilder<unknown>) {
  return listingsSeenBy(reader, caller)
    .innerJoin(
      sql<{ id: Id<'lst'>; key: unknown; position: Position }>`(${found})`.as('found'),
      'found.id',
      'listings.id',
    )
    .select('found.position')
    .orderBy('found.key', 'desc')
    .orderBy('listings.id', 'desc')
    .execute()
}

/** One page of all matches. Terms are looked up before sorting; other filters use their own indexes. */
function everyMatch(plan: Plan): RawBuilder<unknown> {
  const { search, query, order, page, pool } = plan
  const materialization = query === undefined ? sql`not materialized` : sql`materialized`
  const source = query === undefined ? sql`listings` : candidates('listings', query, inStatus(search))
  const condition = pool === undefined ? matching(plan) : sql<boolean>`listings.id = any(${[...pool]})`
  return sql`
    with matching as ${materialization} (
      select listings.id, ${order.key} as key from ${source}
      where ${allOf([inStatus(search), condition, isPublic('listings')])}
    )
    select id, key, jsonb_build_array(key, id) as position from matching
    where ${afterCursor(sql`key`, plan)} order by key desc, id desc limit ${page.limit + 1}`
}

/** One page of a search for common terms. Walks the sort index and reads a bounded number of rows. */
function nearestMatches(plan: Plan): RawBuilder<unknown> {
  const { search, order, page } = plan
  return sql`
    select id, key, jsonb_build_array(key, id) as position
    from (
      select *, ${order.key} as key from listings where ${allOf([inStatus(search), afterCursor(order.key, plan)])}
      order by ${order.key} desc, id desc limit ${scannedMax}
    ) listings
    where ${allOf([matching(plan), isPublic('listings')])} order by key desc, id desc limit ${page.limit + 1}`
}

/** Candidates to rank when there are too many matches. */
async function newestMatching(reader: Reader, plan: Plan): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (
      select * from listings where ${inStatus(plan.search)} order by opened_at desc, id desc limit ${scannedMax}
    ) listings
    where ${matching(plan)} order by opened_at desc, id desc limit ${sampleMax}`.execute(reader)
  return rows.map(({ id }) => id)
}

function afterCursor(key: RawBuilder<unknown>, { order, page }: Plan): RawBuilder<boolean> {
  const [lastKey, lastId] = page.after ?? []
  return page.after === null ? sql`true` : sql`(${key}, id) < (${order.bound(lastKey)}, ${lastId})`
}

export function inStatus({ status = 'open' }: Pick<ListingSearch, 'status'>): RawBuilder<boolean> {
  return sql`listings.status = ${status}`
}

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`${sql.join(conditions, sql` and `)}`
}

/** All conditions. */
function matching({ search, query }: Plan): RawBuilder<boolean> {
  const conditions = conditionsOf(listingFilters, search).map(({ condition }) => condition)
  if (query !== undefined) conditions.unshift(matchesQuery(sql`listings.search`, query, { as: 'corrected' }))
  return allOf([sql`true`, ...conditions])
}

/** Sort expression of an order, and how the cursor value continues it. */
interface Order {
  readonly name: 'newest' | 'budget' | 'relevance'
  readonly key: RawBuilder<unknown>
  readonly bound: (value: unknown) => RawBuilder<unknown>
}

function orderOf(sort: ListingSearch['sort'], query: SearchQuery | undefined): Order {
  if (sort === 'budget') return { name: sort, key: budgetKey, bound: (value) => sql`${value}::bigint` }
  if (sort === 'relevance' && query !== undefined) {
    const match = rankOf(sql`listings.search`, query)
    return { name: sort, key: match, bound: (value) => sql`${value}::int` }
  }
  return { name: 'newest', key: sql`listings.opened_at`, bound: (value) => sql`${value}::timestamptz` }
}
