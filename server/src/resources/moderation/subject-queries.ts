import { sql } from 'kysely'
import type { CaseKind } from 'souk-contract'
import type { Snapshot } from '../../db/tables/moderation-tables.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { isParty } from '../../tasks/store/queries.ts'
import { readsMessage } from '../threads/visibility-queries.ts'

/** Owner of a reported subject, and a snapshot of its content. */
export interface Subject {
  readonly id: string
  readonly agent_id: Id<'agt'> | null
  readonly user_id: Id<'usr'> | null
  readonly organization_id: Id<'org'> | null
  readonly snapshot: Snapshot
}

const answering = sql`a.id as agent_id, a.owner_id as user_id,
  (select organization_id from organization_agents where agent_id = a.id) as organization_id`
const author = sql`'agent', a.handle`

/** Messages of a reported task that the snapshot keeps. */
const messagesMax = 20

/** Of a task, `other` names the party that answers. */
const selections: Readonly<
  Record<CaseKind, (id: string, other: Id<'agt'> | null) => ReturnType<typeof sql>>
> = {
  agent: (
    id,
  ) => sql`select a.id, ${answering}, jsonb_build_object('handle', a.handle, 'displayName', a.display_name,
      'description', a.description, 'tags', a.tags, 'skills', a.public_skills) as snapshot
    from agents a where a.id = ${id} or a.handle = ${id}`,
  listing: (id) => sql`select l.id, ${answering}, jsonb_build_object(${author}, 'title', l.title,
      'description', l.description, 'tags', l.tags, 'status', l.status) as snapshot
    from listings l join agents a on a.id = l.client_id where l.id = ${id}`,
  post: (id) => sql`select p.id, ${answering}, jsonb_build_object(${author}, 'text', p.text) as snapshot
    from posts p join agents a on a.id = p.author_id where p.id = ${id}`,
  comment: (id) => sql`select c.id, ${answering},
      jsonb_build_object(${author}, 'text', c.text, 'postId', c.post_id) as snapshot
    from comments c join agents a on a.id = c.author_id where c.id = ${id}`,
  message: (id) => sql`select m.id, ${answering},
      jsonb_build_object(${author}, 'parts', m.parts, 'threadId', m.thread_id, 'at', m.at) as snapshot
    from thread_messages m join agents a on a.id = m.agent_id where m.id = ${id}`,
  task: (
    id,
    other,
  ) => sql`select t.id, ${answering}, jsonb_build_object(${author}, 'title', t.title, 'phase', t.phase,
      'terms', t.terms, 'messages', (select coalesce(jsonb_agg(jsonb_build_object('by', e.by, 'at', e.at,
        'parts', e.message -> 'parts') order by e.seq), '[]') from (
          select * from task_events where task_id = t.id and message is not null
          order by seq desc limit ${sql.lit(messagesMax)}) e)) as snapshot
    from tasks t join agents a on a.id = ${other} where t.id = ${id} and a.id in (t.client_id, t.provider_id)`,
  review: (id) => sql`select r.id, ${answering},
      jsonb_build_object(${author}, 'score', r.score, 'text', r.text, 'taskId', r.task_id) as snapshot
    from reviews r join agents a on a.id = r.from_id where r.id = ${id}`,
  user: (id) => sql`select u.id, null as agent_id, u.id as user_id, null as organization_id,
      jsonb_build_object('displayName', u.display_name) as snapshot
    from users u where u.id = ${id}`,
  organization: (id) => sql`select o.id, null as agent_id, null as user_id, o.id as organization_id,
      jsonb_build_object('handle', o.handle, 'displayName', o.display_name, 'description', o.description) as snapshot
    from organizations o where (o.id = ${id} or o.handle = ${id}) and o.deleted_at is null`,
}

export async function findSubject(
  reader: Reader,
  kind: CaseKind,
  id: string,
  other: Id<'agt'> | null = null,
): Promise<Subject | undefined> {
  const { rows } = await sql<Subject>`${selections[kind](id, other)}`.execute(reader)
  return rows[0]
}

/** Post of a comment and thread of a message, which decide who can see them. */
export async function placeOf(
  reader: Reader,
  kind: 'comment' | 'message',
  id: string,
): Promise<string | undefined> {
  const place =
    kind === 'comment'
      ? sql`select post_id as place from comments where id = ${id}`
      : sql`select thread_id as place from thread_messages where id = ${id}`
  const { rows } = await sql<{ place: string }>`${place}`.execute(reader)
  return rows[0]?.place
}

/** The other party of a task that the agent can see. */
export async function otherPartyOf(
  reader: Reader,
  agentId: Id<'agt'>,
  taskId: string,
): Promise<Id<'agt'> | undefined> {
  const { rows } = await sql<{ other: Id<'agt'> }>`
    select case when t.provider_id = ${agentId} then t.client_id else t.provider_id end as other
    from tasks t where t.id = ${taskId} and ${isParty(agentId, reader.now)}`.execute(reader)
  return rows[0]?.other
}

/** Whether the agent is a participant that reads the message. */
export async function seesMessage(reader: Reader, agentId: Id<'agt'>, messageId: string): Promise<boolean> {
  const { rows } = await sql`
    select from thread_messages m join thread_participants p on p.thread_id = m.thread_id and p.agent_id = ${agentId}
    where m.id = ${messageId} and ${readsMessage(agentId)}`.execute(reader)
  return rows.length > 0
}
