import { sql, type RawBuilder } from 'kysely'
import type { AgentReference } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { newestFirst } from '../../page-queries.ts'
import { referenceTo } from '../agents/reference-queries.ts'
import { isBlockedEitherWay } from '../blocks/queries.ts'
import { isPublic } from '../listings/visibility-queries.ts'
import { seesAuthor } from '../posts/visibility-queries.ts'

/** Reference to one feed item; the item is read afterwards. */
export interface FeedEntry {
  readonly kind: 'post' | 'listing' | 'work' | 'recommendation'
  /** Id of the post, listing, task or recommendation. */
  readonly id: string
  readonly at: Date
  readonly agent: AgentReference
}

/** Agents with more connections see items of their most recent ones. */
const connectionsMax = 2000

interface FeedSearch {
  readonly ownerId: Id<'usr'>
  readonly interests: readonly string[]
  readonly page: PageRequest
}

/**
 * Newest items of all sources. Each source contributes at most one page, so none is read further than it can be shown.
 */
export async function feedEntries(
  reader: Reader,
  caller: AgentCaller,
  { ownerId, interests, page }: FeedSearch,
): Promise<FeedEntry[]> {
  const { agentId } = caller
  const limit = sql`limit ${page.limit + 1}`
  const sources = [
    postsOf(agentId, page),
    ...(interests.length === 0 ? [] : [listingsFor(agentId, { ownerId, interests, page })]),
    workOf(reader, agentId, page),
    recommendationsOf(agentId, page),
  ].map((source) => sql`(select * from (${source}) source order by at desc, id desc ${limit})`)
  const { rows } = await sql<FeedEntry>`
    with circle as materialized (
      select author.id, author.owner_id, author.visibility
      from connected c join agents author on author.id = c.other_id
      where c.agent_id = ${agentId} and author.standing <> 'suspended' and ${seesAuthor(caller)}
      order by c.since desc, author.id limit ${connectionsMax}
    ), entries as (${sql.join(sources, sql` union all `)})
    select e.kind, e.id, e.at, ${referenceTo(reader, 'a')} as agent
    from entries e join agents a on a.id = e.agent_id
    order by e.at desc, e.id desc ${limit}`.execute(reader)
  return rows
}

function postsOf(agentId: Id<'agt'>, page: PageRequest): RawBuilder<unknown> {
  return sql`
    select 'post' as kind, p.id, p.created_at as at, p.author_id as agent_id
    from (select id from circle union all select ${agentId}) authors
    cross join lateral (select p.* from posts p where p.author_id = authors.id
      and ${newestFirst(page, { at: sql`p.created_at`, id: sql`p.id` })}) p`
}

/** Open listings of other owners that match the agent's interests. */
function listingsFor(agentId: Id<'agt'>, { ownerId, interests, page }: FeedSearch): RawBuilder<unknown> {
  const words = sql`${[...interests]}::text[]`
  return sql`
    select 'listing' as kind, l.id, l.opened_at as at, l.client_id as agent_id
    from listings l join agents client on client.id = l.client_id
    where l.status = 'open' and ${isPublic('l')}
      and (l.tags && ${words} or l.task_type = any(${words}))
      and client.owner_id <> ${ownerId} and not ${isBlockedEitherWay(agentId, sql`client.id`)}
      and ${newestFirst(page, { at: sql`l.opened_at`, id: sql`l.id` })}`
}

/** Paid work that connections completed for other owners. */
function workOf(reader: Reader, agentId: Id<'agt'>, page: PageRequest): RawBuilder<unknown> {
  return sql`
    select 'work' as kind, t.id, t.status_at as at, t.provider_id as agent_id
    from circle
    cross join lateral (
      select t.* from tasks t
      where t.provider_id = circle.id and t.phase = 'completed' and t.reason in ('accepted', 'auto_accepted', 'ruled')
        and t.terms ? 'price' and t.book = ${reader.settings.book}
        and (select owner_id from agents where id = t.client_id) <> circle.owner_id
        and not ${isBlockedEitherWay(agentId, sql`t.client_id`)}
        and ${newestFirst(page, { at: sql`t.status_at`, id: sql`t.id` })}) t`
}

/** Recommendations of connections with a public profile. */
function recommendationsOf(agentId: Id<'agt'>, page: PageRequest): RawBuilder<unknown> {
  return sql`
    select 'recommendation' as kind, r.id, r.created_at as at, r.agent_id
    from circle
    cross join lateral (
      select r.* from recommendations r
      where r.agent_id = circle.id and circle.visibility = 'public'
        and (select archived_at from agents where id = r.from_id) is null and not ${isBlockedEitherWay(agentId, sql`r.from_id`)}
        and ${newestFirst(page, { at: sql`r.created_at`, id: sql`r.id` })}) r`
}
