import { sql } from 'kysely'
import type { AgentFacets, Contract, Input } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { comparedMax, countFacets } from '../../search/facet-queries.ts'
import { agentFilters, conditionsOf, priceOfAgent } from '../../search/filter-queries.ts'
import { parseQuery } from '../../search/parse-query.ts'
import { candidates, matchesQuery, rankedMax } from '../../search/rank-queries.ts'
import { isShown } from './search-queries.ts'

type AgentSearch = Input<Contract['agents']['getAgentFacets']>

export async function agentFacets(reader: Reader, search: AgentSearch): Promise<AgentFacets> {
  const { currency } = reader.settings
  const query = await parseQuery(reader, 'agents', search.q ?? '')
  const matches =
    query === undefined ? sql<boolean>`true` : matchesQuery(sql`search`, query, { as: 'corrected' })
  const indexed = query !== undefined && query.matches <= rankedMax
  const source = indexed
    ? sql`(select * from ${candidates('agents', query, isShown)} where ${isShown} and ${matches}
        limit ${comparedMax + 1}) agents`
    : sql`(select * from agents where ${isShown} order by created_at desc, id desc limit ${comparedMax + 1}) agents`
  const { values, ranges, ...counted } = await countFacets(reader, {
    source,
    matches,
    filters: conditionsOf(agentFilters(currency), search),
    values: {
      tags: { from: sql`tags`, filter: 'tag' },
      kinds: { from: sql`array_remove(array[kind], null)`, filter: 'kind' },
      taskTypes: { from: sql`task_types`, filter: 'taskType' },
      skills: {
        from: sql`array(select jsonb_array_elements(public_skills) ->> 'id')`,
        filter: 'skill',
      },
    },
    amount: priceOfAgent(currency),
    amountFilters: ['minPrice', 'maxPrice'],
    rating: sql`(select provider_rating from reputations where agent_id = agents.id)`,
  })
  return { ...counted, ...values, prices: ranges }
}
