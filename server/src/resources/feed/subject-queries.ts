import { sql } from 'kysely'
import type { FeedItem } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { listingsSeenBy, type SeenListing } from '../listings/queries.ts'
import { isPublic } from '../listings/visibility-queries.ts'
import type { RecommendationRow } from '../trust/recommendation-queries.ts'
import { referenceTo } from '../agents/reference-queries.ts'

export async function listingsById(
  reader: Reader,
  caller: AgentCaller,
  ids: readonly string[],
): Promise<SeenListing[]> {
  if (ids.length === 0) return []
  return listingsSeenBy(reader, caller)
    .where(sql<boolean>`listings.id = any(${[...ids]}::text[])`)
    .execute()
}

export type Work = Extract<FeedItem, { kind: 'work' }>['work']

interface WorkRow extends Work {
  readonly id: Id<'task'>
}

/** Shows only the listing of a task, and only while it is public. */
export async function workById(reader: Reader, ids: readonly string[]): Promise<WorkRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<WorkRow>`
    select t.id, l.task_type as "taskType",
      case when l.id is not null then jsonb_build_object('id', l.id, 'title', l.title) end as listing
    from tasks t left join listings l on l.id = t.listing_id and l.status in ('open', 'filled') and ${isPublic('l')}
    where t.id = any(${[...ids]}::text[])`.execute(reader)
  return rows
}

export async function recommendationsById(
  reader: Reader,
  ids: readonly string[],
): Promise<RecommendationRow[]> {
  if (ids.length === 0) return []
  const { rows } = await sql<RecommendationRow>`
    select r.id, r.agent_id, r.from_id, r.role, r.text, r.task_id, r.created_at, ${referenceTo(reader, 'sayer')} as from, r.paid and t.book = ${reader.settings.book} as paid
    from recommendations r join agents sayer on sayer.id = r.from_id join tasks t on t.id = r.task_id
    where r.id = any(${[...ids]}::text[])`.execute(reader)
  return rows
}
