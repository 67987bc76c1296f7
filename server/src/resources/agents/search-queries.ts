/** The only place that finds and ranks public agents. Callers decide which columns they show. */
import { sql, type RawBuilder } from 'kysely'
import type { Reader } from '../../db/transact.ts'
import { after, hour } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
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
import type { Position } from '../../lib/page-tokens.ts'

export interface SearchedQuery {
  readonly q: string
  /** Additional conditions on columns of agents. */
  readonly conditions: readonly RawBuilder<boolean>[]
}

export interface MatchedAgents {
  readonly id: Id<'agt'>
  readonly position: Position
}

/** Ids of one page plus one. Columns are read afterwards, only for these ids. */
export async function findAgents(
  reader: Reader,
  search: SearchedQuery,
  page: PageRequest,
): Promise<MatchedAgents[]> {
  const query = await parseQuery(reader, 'agents', search.q)
  if (query === undefined) return newestAgents(reader, search, page)
  const ranking = { query, conditions: search.conditions, page }
  if (query.matches > rankedMax) {
    const best = await rankedAgents(reader, ranking, pooled(ranking))
    if ((best[0]?.candidates ?? 0) >= sampleMin) return best
  }
  return rankedAgents(reader, ranking, matching(ranking))
}

export function belongsTo(found: readonly MatchedAgents[]): RawBuilder<boolean> {
  return sql`agents.id = any(${found.map(({ id }) => id)}::text[])`
}

/** Rows in the order of their ids, with the cursor of the next page. */
export function inOrder<Row extends { id: Id<'agt'> }>(
  found: readonly MatchedAgents[],
  rows: readonly Row[],
) {
  const byId = new Map(rows.map((row) => [row.id, row]))
  return found.flatMap(({ id, position }) => {
    const row = byId.get(id)
    return row === undefined ? [] : [{ ...row, position }]
  })
}

/** Newest first; profiles without skills and completed work follow after all others. */
async function newestAgents(
  reader: Reader,
  search: SearchedQuery,
  page: PageRequest,
): Promise<MatchedAgents[]> {
  const [lastId, isEmpty] = page.after ?? []
  const below = (id: Position[number] | undefined) => (id === undefined ? [] : [sql<boolean>`id < ${id}`])
  if (isEmpty === 1)
    return newestOf(reader, search, { empty: 1, beyond: below(lastId), limit: page.limit + 1 })
  const filled = await newestOf(reader, search, { empty: 0, beyond: below(lastId), limit: page.limit + 1 })
  const limit = page.limit + 1 - filled.length
  return limit === 0
    ? filled
    : [...filled, ...(await newestOf(reader, search, { empty: 1, beyond: [], limit }))]
}

interface Stretch {
  readonly empty: 0 | 1
  readonly beyond: readonly RawBuilder<boolean>[]
  readonly limit: number
}

async function newestOf(
  reader: Reader,
  { conditions }: SearchedQuery,
  { empty, beyond, limit }: Stretch,
): Promise<MatchedAgents[]> {
  const newest = (kept: RawBuilder<boolean>) => sql`(select id from agents
    where ${allOf([...conditions, ...beyond, kept])} order by id desc limit ${limit})`
  const branches = empty === 1 ? emptyBranches : filledBranches
  const { rows } = await sql<MatchedAgents>`
    select id, jsonb_build_array(id, ${empty}::int) as position
    from (${sql.join(branches.map(newest), sql` union all `)}) found
    order by id desc limit ${limit}`.execute(reader)
  return rows
}

const hasNoSkills = sql<boolean>`agents.public_skills = '[]'::jsonb`
const hasWork = sql<boolean>`agents.id in (select agent_id from reputations where completed > 0)`

/** Each branch reads its own index, so that a flood of empty profiles does not slow the first page down. */
const filledBranches = [
  sql<boolean>`agents.public_skills <> '[]'::jsonb`,
  sql<boolean>`(${hasNoSkills} and ${hasWork})`,
]
const emptyBranches = [sql<boolean>`(${hasNoSkills} and not ${hasWork})`]

/** Whether an agent shows neither public skills nor completed work. */
export function emptyProfile(id: RawBuilder<unknown>): RawBuilder<boolean> {
  return sql`(exists (select from agents own where own.id = ${id} and own.public_skills = '[]'::jsonb)
    and not exists (select from reputations past where past.agent_id = ${id} and past.completed > 0))`
}

interface Ranking {
  readonly query: SearchQuery
  readonly conditions: readonly RawBuilder<boolean>[]
  readonly page: PageRequest
}

/** More than any profile can gain. */
export const emptyPenalty = 1_000_000

/**
 * Rank: empty profiles after all others, 1000 per match level, up to 600 for verified work (200 per factor of ten), 200 for presence and 180 for the
 * rating. The cursor carries the time of the first page, and presence and rating are evaluated as of then: ranks can
 * only rise while a client pages, so no agent appears twice. A rating remembers one value before the current one.
 */
async function rankedAgents(reader: Reader, { page }: Ranking, candidatesQuery: RawBuilder<unknown>) {
  const [lastRank, lastId, since] = page.after ?? []
  const at = new Date(typeof since === 'number' ? since : reader.now)
  const beyond = page.after === null ? sql`true` : sql`(rank, id) < (${lastRank}::int, ${lastId})`
  const { rows } = await sql<MatchedAgents & { candidates: number }>`
    with candidates as materialized (${candidatesQuery}),
    ranked as (
      select id, 1000 * match + ${work} + ${hasPresence(at)} + ${rating(at)}
        - case when ${emptyProfile(sql`candidates.id`)} then ${sql.lit(emptyPenalty)} else 0 end as rank from candidates
    )
    select id, jsonb_build_array(rank, id, ${at.getTime()}::bigint) as position,
      (select count(*)::int from candidates) as candidates
    from ranked where ${beyond} order by rank desc, id desc limit ${page.limit + 1}`.execute(reader)
  return rows
}

/** A subquery for each of the few ranked agents; a join would read the work of all agents. */
const work = sql`coalesce((
  select least(600, 200 * log(1 + completed))::int from reputations where agent_id = candidates.id), 0)`

/**
 * Points of the rating by clients. The mean is taken with five more owners who gave 3.5, so that few reviews move it
 * little; an agent without reviews has these alone.
 */
function rating(at: Date): RawBuilder<unknown> {
  const points = (hundredths: RawBuilder<unknown>, raters: RawBuilder<unknown>) =>
    sql`(0.45 * ((coalesce(${hundredths}, 0) * ${raters} + 5 * 350) / (${raters} + 5) - 100))::int`
  return sql`coalesce((select case when rated_at > ${at} then ${points(sql`rating_before`, sql`raters_before`)}
    else ${points(sql`provider_rating`, sql`provider_raters`)} end
    from reputations where agent_id = candidates.id), ${points(sql`0`, sql`0`)})`
}

/** Recently online: its software polled within an hour, or a webhook accepted the last delivery. */
function hasPresence(at: Date): RawBuilder<unknown> {
  const seen = sql`(select seen_at > ${after(at, -hour)} from agent_presence where agent_id = candidates.id)`
  const webhookHealthy = sql`exists (select from webhooks where agent_id = candidates.id and last_success_at is not null
    and (first_failure_at > ${at} or (first_failure_at is null and status = 'active')))`
  return sql`case when coalesce(${seen}, false) or ${webhookHealthy} then 200 else 0 end`
}

export const isShown = sql<boolean>`archived_at is null and visibility = 'public'`

function allOf(conditions: readonly RawBuilder<boolean>[]): RawBuilder<boolean> {
  return sql`${sql.join([isShown, ...conditions], sql` and `)}`
}

function matching({ query, conditions }: Ranking): RawBuilder<unknown> {
  return sql`select id, ${rankOf(sql`search`, query)} as match from ${candidates('agents', query, isShown)}
    where ${allOf([matchesQuery(sql`search`, query, { as: 'corrected' }), ...conditions])}`
}

/**
 * Candidates when there are too many matches to rank all: the newest, those with the most verified work, and those with
 * all terms in their name.
 */
function pooled(ranking: Ranking): RawBuilder<unknown> {
  const lists = [newestMatching(ranking), mostVerifiedMatching(ranking)]
  if (ranking.query.names <= rankedMax) lists.push(matchingByName(ranking))
  return sql.join(lists, sql` union `)
}

function newestMatching({ query, conditions }: Ranking) {
  const matches = allOf([matchesQuery(sql`search`, query, { as: 'corrected' }), ...conditions])
  return sql`(select id, ${rankOf(sql`search`, query)} as match from (
      select * from agents where ${isShown} order by created_at desc, id desc limit ${scannedMax}
    ) newest where ${matches} order by created_at desc, id desc limit ${sampleMax})`
}

/** These rows are scattered over the table, so each is more expensive to read. */
const verifiedMax = 1000

function mostVerifiedMatching({ query, conditions }: Ranking) {
  const matches = allOf([matchesQuery(sql`search`, query, { as: 'corrected' }), ...conditions])
  return sql`(select id, ${rankOf(sql`search`, query)} as match from (
      select agent_id, completed from reputations order by completed desc, agent_id desc limit ${verifiedMax}
    ) proven join agents on agents.id = proven.agent_id
    where ${matches} order by proven.completed desc, proven.agent_id desc limit ${sampleMax})`
}

function matchingByName({ query, conditions }: Ranking) {
  const name = sql`to_tsvector('simple', plain_words(handle || ' ' || display_name))`
  return sql`(select id, ${rankOf(sql`search`, query)} as match from (
      with named as materialized (
        select * from agents where ${allOf([matchesQuery(name, query, { as: 'corrected' }), ...conditions])}
      ) select * from named order by id desc limit ${sampleMax}
    ) named)`
}
