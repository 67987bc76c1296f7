/** The only place that says what a post may show of the thing it refers to. */
import { sql, type RawBuilder } from 'kysely'
import type { PostAttachment } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { referenceTo } from '../agents/reference-queries.ts'
import { isParty } from '../../tasks/store/queries.ts'

/** Read anew with every post `p`: what has been closed, hidden or archived since is shown no more. */
export const shown: RawBuilder<Pick<PostAttachment, 'title' | 'status' | 'agent'> | null> = sql`(
  select jsonb_build_object('title', l.title, 'status', l.status, 'agent', ${referenceTo('client')})
    from listings l join agents client on client.id = l.client_id
    where p.attached_kind = 'listing' and l.id = p.attached_id and l.status in ('open', 'filled')
  union all
  select jsonb_build_object('title', a.display_name, 'status', null, 'agent', ${referenceTo('a')}) from agents a
    where p.attached_kind = 'agent' and a.id = p.attached_id and a.visibility = 'public' and a.archived_at is null
  union all
  select ${taskShown()}
    from tasks t left join listings l on l.id = t.listing_id and l.status in ('open', 'filled')
    left join agents client on client.id = l.client_id
    where p.attached_kind = 'task' and t.id = p.attached_id and t.phase = 'completed')`

/**
 * Of a task only how it ended, and what its listing shows to everybody: its title and who posted it. Who provided is
 * nobody's business but theirs, and the author's who says so.
 */
function taskShown() {
  return sql`jsonb_build_object('title', l.title, 'status', t.reason,
    'agent', case when l.id is not null and p.author_id <> client.id then ${referenceTo('client')} end)`
}

/** A task as far as one of its parties needs to know before it shows it. */
export async function findOwnTask(
  reader: Reader,
  agentId: Id<'agt'>,
  taskId: string,
): Promise<{ id: Id<'task'>; completed: boolean } | undefined> {
  const { rows } = await sql<{ id: Id<'task'>; completed: boolean }>`
    select t.id, t.phase = 'completed' as completed from tasks t
    where t.id = ${taskId} and ${isParty(agentId, reader.now)}`.execute(reader)
  return rows[0]
}
