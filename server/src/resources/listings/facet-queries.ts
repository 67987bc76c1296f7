import { sql } from 'kysely'
import type { Contract, Input, ListingFacets } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { comparedMax, countFacets } from '../../search/facet-queries.ts'
import { conditionsOf, listingFilters } from '../../search/filter-queries.ts'
import { parseQuery } from '../../search/parse-query.ts'
import { candidates, matchesQuery, rankedMax } from '../../search/rank-queries.ts'
import { inStatus } from './search-queries.ts'
import { isPublic } from './visibility-queries.ts'

type ListingSearch = Input<Contract['listings']['getListingFacets']>

export async function listingFacets(reader: Reader, search: ListingSearch): Promise<ListingFacets> {
  const query = await parseQuery(reader, 'listings', search.q ?? '')
  const matches =
    query === undefined ? sql<boolean>`true` : matchesQuery(sql`listings.search`, query, { as: 'corrected' })
  const shown = inStatus(search)
  const indexed = query !== undefined && query.matches <= rankedMax
  const source = indexed
    ? sql`(select * from ${candidates('listings', query, shown)} where ${shown} and ${matches}
        limit ${comparedMax + 1}) listings`
    : sql`(select * from listings where ${shown} order by opened_at desc, id desc limit ${comparedMax + 1}) listings`
  const { values, ranges, ...counted } = await countFacets(reader, {
    source,
    matches: sql`${matches} and ${isPublic('listings')}`,
    filters: conditionsOf(listingFilters, search),
    values: {
      tags: { from: sql`tags`, filter: 'tag' },
      taskTypes: {
        from: sql`array_remove(array[task_type], null)`,
        filter: 'taskType',
      },
      categories: { from: sql`array_remove(array[category], null)`, filter: 'category' },
    },
    amount: sql`budget`,
    amountFilters: ['minBudget', 'maxBudget'],
    rating: sql`(select client_rating from reputations where agent_id = listings.client_id)`,
  })
  return { ...counted, ...values, budgets: ranges }
}
