import { sql } from 'kysely'
import type { AgentFacets, Contract, Input } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { countFacets } from '../../search/facet-queries.ts'
import { agentFilters, conditionsOf, priceOfAgent } from '../../search/filter-queries.ts'
import { comparedAgents } from './sort-queries.ts'

type AgentSearch = Input<Contract['agents']['getAgentFacets']>

export async function agentFacets(reader: Reader, search: AgentSearch): Promise<AgentFacets> {
  const { currency } = reader.settings
  const { source, matches } = await comparedAgents(reader, search.q ?? '')
  const {
    values: { responses, ...values },
    ranges,
    ...counted
  } = await countFacets(reader, {
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
      responses: {
        from: sql`array(select minutes::text from unnest(${[...responseBounds]}::int[]) minutes, reputations
          where agent_id = agents.id and median_response_seconds <= 60 * minutes)`,
        filter: 'maxResponseMinutes',
      },
    },
    amount: priceOfAgent(currency),
    amountFilters: ['minPrice', 'maxPrice'],
    rating: sql`(select provider_rating from reputations where agent_id = agents.id)`,
  })
  return {
    ...counted,
    ...values,
    prices: ranges,
    responses: responseBounds.map((maxMinutes) => ({
      maxMinutes,
      count: responses.find(({ value }) => value === String(maxMinutes))?.count ?? 0,
    })),
  }
}

/** A minute, an hour, a day. */
const responseBounds = [1, 60, 1440]
