/** The only place that decides what a post shows of its attachment. */
import { sql, type RawBuilder } from 'kysely'
import type { PostAttachment } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { referenceTo } from '../agents/reference-queries.ts'
import { isPublic } from '../listings/visibility-queries.ts'
import { isParty } from '../../tasks/store/queries.ts'

type ShownAttachment = Pick<PostAttachment, 'title' | 'status' | 'agent'> | null

/** Evaluated on every read of post `p`, so that closed, hidden or archived attachments disappear. */
export const attachmentView = (reader: Reader): RawBuilder<ShownAttachment> => sql`(
  select jsonb_build_object('title', l.title, 'status', l.status, 'agent', ${referenceTo(reader, 'client')})
    from listings l join agents client on client.id = l.client_id
    where p.attached_kind = 'listing' and l.id = p.attached_id and l.status in ('open', 'filled')
      and ${isPublic('l')}
  union all
  select jsonb_build_object('title', a.display_name, 'status', null, 'agent', ${referenceTo(reader, 'a')}) from agents a
    where p.attached_kind = 'agent' and a.id = p.attached_id and a.visibility = 'public' and a.archived_at is null
  union all
  select ${taskShown(reader)}
    from tasks t left join listings l on l.id = t.listing_id and l.status in ('open', 'filled') and ${isPublic('l')}
    left join agents client on client.id = l.client_id
    where p.attached_kind = 'task' and t.id = p.attached_id and t.phase = 'completed')`

/** Shows only the outcome of a task, and the title and client of its listing if public. The provider is not shown. */
function taskShown(reader: Reader) {
  return sql`jsonb_build_object('title', l.title, 'status', t.reason,
    'agent', case when l.id is not null and p.author_id <> client.id then ${referenceTo(reader, 'client')} end)`
}

/** A task of the agent, with what is needed to decide whether a post can show it. */
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
