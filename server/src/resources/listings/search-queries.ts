import { sql, type RawBuilder } from 'kysely'
import type { Contract, Input } from 'souk-contract'
import type { Caller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { searchWords } from '../../lib/search-words.ts'
import type { PageRequest, Position } from '../../operation.ts'
import { listingsSeenBy, type SeenListing } from './queries.ts'

export type ListingSearch = Omit<Input<Contract['listings']['listListings']>, 'limit' | 'cursor'>

export type FoundListing = SeenListing & { position: Position }

/** A word that stands in every listing must not make us compare them all: the newest that match are compared. */
const rankedMax = 2000

/** Public listings in one of the three orders; among equals the newest comes first. */
export async function publicListings(
  reader: Reader,
  caller: Caller,
  { search, page }: { search: ListingSearch; page: PageRequest },
): Promise<FoundListing[]> {
  const words = searchWords(search.q ?? '')
  const order = orderOf(search.sort, words)
  const matches = sql.join(conditions(search, words), sql` and `)
  const ranked = sql<boolean>`listings.id in (select listings.id from listings where ${matches}
    order by listings.opened_at desc, listings.id desc limit ${rankedMax})`
  const [lastKey, lastId] = page.after ?? []
  return listingsSeenBy(reader, caller)
    .select(sql<Position>`jsonb_build_array(${order.key}, listings.id)`.as('position'))
    .where(order.name === 'relevance' ? ranked : sql<boolean>`${matches}`)
    .where('client.archived_at', 'is', null)
    .$if(page.after !== null, (query) =>
      query.where(sql<boolean>`(${order.key}, listings.id) < (${order.bound(lastKey)}, ${lastId})`),
    )
    .orderBy(order.key, 'desc')
    .orderBy('listings.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** As the index has it: what has no budget is worth nothing. */
const worth = sql`coalesce(listings.budget, 0)`

/** All that must hold; what was not asked for is left out, so that each search gets the plan of its own index. */
function conditions(search: ListingSearch, words: string): RawBuilder<unknown>[] {
  const { status = 'open', tag, taskType, minBudget, maxBudget } = search
  const wanted = [sql`listings.status = ${status}`]
  if (words !== '') wanted.push(sql`listings.search @@ to_tsquery('simple', ${words})`)
  if (tag !== undefined) wanted.push(sql`listings.tags @> array[${tag}::text]`)
  if (taskType !== undefined) wanted.push(sql`listings.task_type = ${taskType}`)
  if (minBudget !== undefined || maxBudget !== undefined) {
    wanted.push(sql`${worth} >= ${Math.max(minBudget ?? 1, 1)}::bigint`)
  }
  if (maxBudget !== undefined) wanted.push(sql`${worth} <= ${maxBudget}::bigint`)
  return wanted
}

/** What an order sorts by, and how a page takes up the value that the page before ended with. */
function orderOf(sort: ListingSearch['sort'], words: string) {
  if (sort === 'budget') return { name: sort, key: worth, bound: (value: unknown) => sql`${value}::bigint` }
  if (sort === 'relevance' && words !== '') {
    // Rounded, because a page must find the very rank again that the page before ended with.
    const rank = sql`round(ts_rank(listings.search, to_tsquery('simple', ${words}))::numeric, 6)::float8`
    return { name: sort, key: rank, bound: (value: unknown) => sql`${value}::float8` }
  }
  return {
    name: 'newest',
    key: sql`listings.opened_at`,
    bound: (value: unknown) => sql`${value}::timestamptz`,
  }
}
