/** The only place that orders public agents by a figure instead of by their match. */
import { sql, type RawBuilder } from 'kysely'
import type { Contract, Input } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import type { PageRequest } from '../../operation.ts'
import { comparedMax } from '../../search/facet-queries.ts'
import { agentFilters, conditionsOf, priceOfAgent } from '../../search/filter-queries.ts'
import { parseQuery } from '../../search/parse-query.ts'
import { candidates, matchesQuery, rankedMax } from '../../search/rank-queries.ts'
import { agentColumns, type AgentRow } from './queries.ts'
import {
  belongsTo,
  emptyProfile,
  findAgents,
  inOrder,
  isShown,
  type MatchedAgents,
  type SearchedQuery,
} from './search-queries.ts'
import type { Position } from '../../lib/page-tokens.ts'

type AgentSearch = Omit<Input<Contract['agents']['listAgents']>, 'limit' | 'cursor'>
type FoundAgent = AgentRow & { position: Position }

/** Public agents in the order of the search; by default best match first, and newest first without search terms. */
export async function publicAgents(
  reader: Reader,
  { q = '', sort = 'relevance', ...search }: AgentSearch,
  page: PageRequest,
): Promise<FoundAgent[]> {
  const { currency } = reader.settings
  const conditions = conditionsOf(agentFilters(currency), search).map(({ condition }) => condition)
  const isDefault = sort === 'relevance' || (sort === 'newest' && q.trim() === '')
  const found = isDefault
    ? await findAgents(reader, { q, conditions }, page)
    : await sortedAgents(reader, { q, conditions, key: keyOf(sort, currency) }, page)
  const rows = await reader.selectFrom('agents').select(agentColumns).where(belongsTo(found)).execute()
  return inOrder(found, rows)
}

interface SortedQuery extends SearchedQuery {
  /** Highest first. */
  readonly key: RawBuilder<unknown>
}

async function sortedAgents(
  reader: Reader,
  { q, conditions, key }: SortedQuery,
  page: PageRequest,
): Promise<MatchedAgents[]> {
  const { source, matches } = await comparedAgents(reader, q)
  const [lastKey, lastId] = page.after ?? []
  const beyond = page.after === null ? sql`true` : sql`(key, id) < (${lastKey}::bigint, ${lastId})`
  const { rows } = await sql<MatchedAgents>`/* sorted-agents */
    select id, jsonb_build_array(key, id) as position
    from (select id, (${key})::bigint as key from ${source}
      where ${sql.join([matches, ...conditions], sql` and `)}) keyed
    where ${beyond} order by key desc, id desc limit ${page.limit + 1}`.execute(reader)
  return rows
}

/** Below every figure. */
const unknownKey = sql.lit(-9_000_000_000_000_000)
const emptyKey = sql.lit(-9_000_000_000_000_001)
/** Fewer raters say too little. */
const ratersMin = 3

/** Figures as numbers that sort descending; empty profiles follow after all others. */
function keyOf(sort: 'newest' | 'rating' | 'price' | 'response', currency: string): RawBuilder<unknown> {
  return sql`case when ${emptyProfile(sql`agents.id`)} then ${emptyKey}
    else coalesce(${figureOf(sort, currency)}, ${unknownKey}) end`
}

/** Ratings are in hundredths; more raters break a tie. Agents with too few raters follow, those with the most work first. */
function figureOf(sort: Parameters<typeof keyOf>[0], currency: string): RawBuilder<unknown> {
  switch (sort) {
    case 'newest':
      return sql`0`
    case 'price':
      return sql`-(${priceOfAgent(currency)})`
    case 'rating':
      return sql`(select case when provider_raters >= ${ratersMin}
        then provider_rating::bigint * 1000000 + least(provider_raters, 999999)
        else ${unknownKey} + least(completed, 1000000) end from reputations where agent_id = agents.id)`
    case 'response':
      return sql`-(select median_response_seconds from reputations where agent_id = agents.id)`
  }
}

/** The agents that facets and figures compare: all matches of rare terms, else the newest agents up to a limit. */
export async function comparedAgents(reader: Reader, q: string) {
  const query = await parseQuery(reader, 'agents', q)
  const matches =
    query === undefined ? sql<boolean>`true` : matchesQuery(sql`search`, query, { as: 'corrected' })
  const isIndexed = query !== undefined && query.matches <= rankedMax
  const source = isIndexed
    ? sql`(select * from ${candidates('agents', query, isShown)} where ${isShown} and ${matches}
        limit ${comparedMax + 1}) agents`
    : sql`(select * from agents where ${isShown} order by created_at desc, id desc limit ${comparedMax + 1}) agents`
  return { source, matches }
}
