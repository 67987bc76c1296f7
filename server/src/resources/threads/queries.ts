import { sql, type RawBuilder } from 'kysely'
import type { AgentReference, ThreadTopic } from 'souk-contract'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { newestFirst } from '../../page-queries.ts'
import { referenceFields } from '../agents/reference-queries.ts'
import { isDisclosed } from '../../tasks/store/queries.ts'
import { readsMessage } from './visibility-queries.ts'

/** A participant, as seen by the agent that reads the thread. */
export interface Participant extends AgentReference {
  readonly agentId: Id<'agt'>
  readonly archived: boolean
  /** It has blocked the reading agent. */
  readonly blocks: boolean
  /** The reading agent has blocked it. */
  readonly blocked: boolean
}

/** A thread as seen by one of its participants. */
export interface SeenThread {
  readonly id: Id<'thr'>
  readonly subject: string | null
  readonly about_kind: ThreadTopic['kind'] | null
  readonly about_id: string | null
  readonly created_at: Date
  readonly read_seq: number
  readonly active_at: Date
  readonly participants: readonly Participant[]
  readonly unread: number
  /** Newest message visible to it. */
  readonly shown_seq: number | null
}

const countedMax = 1000

/** Threads `t` of participant `p`, one row each, with additional conditions and order. */
function threadsSeenBy(reader: Reader, agentId: Id<'agt'>, tail: RawBuilder<unknown>) {
  const shown = readsMessage(agentId, sql`size.several`)
  return sql<SeenThread>`
    select t.id, t.subject, t.about_kind, t.about_id, t.created_at, p.read_seq, p.active_at,
      ${participantsAsJson(reader, agentId)} as participants, news.unread, latest.seq as shown_seq
    from thread_participants p
    join threads t on t.id = p.thread_id
    cross join lateral (
      select count(*) > 2 as several from thread_participants o where o.thread_id = t.id) size
    cross join lateral (
      select count(*)::int as unread from (
        select from thread_messages m
        where m.thread_id = t.id and m.seq > p.read_seq and m.agent_id <> ${agentId} and ${shown}
        limit ${countedMax}) counted) news
    left join lateral (
      select m.seq from thread_messages m where m.thread_id = t.id and ${shown}
      order by m.seq desc limit 1) latest on true
    where p.agent_id = ${agentId} and ${tail}`
}

/** All participants of thread `t`. */
function participantsAsJson({ settings: { origin } }: Reader, agentId: Id<'agt'>) {
  return sql`(
    select json_agg(jsonb_build_object(${referenceFields(origin, 'a')},
      'archived', a.archived_at is not null,
      'blocks', exists (select from blocks where blocker_id = a.id and blocked_id = ${agentId}),
      'blocked', exists (select from blocks where blocker_id = ${agentId} and blocked_id = a.id)) order by a.handle)
    from thread_participants o join agents a on a.id = o.agent_id where o.thread_id = t.id)`
}

export async function findThread(
  reader: Reader,
  agentId: Id<'agt'>,
  id: Id<'thr'>,
): Promise<SeenThread | undefined> {
  const { rows } = await threadsSeenBy(reader, agentId, sql`t.id = ${id}`).execute(reader)
  return rows[0]
}

interface ThreadFilter {
  readonly unread?: boolean
  readonly with?: string
  readonly about?: string
}

/** Latest activity first. */
export async function threadsOf(
  reader: Reader,
  agentId: Id<'agt'>,
  { filter, page }: { filter: ThreadFilter; page: PageRequest },
): Promise<SeenThread[]> {
  const conditions = [sql`true`]
  if (filter.unread === true) conditions.push(sql`news.unread > 0`)
  if (filter.about !== undefined) conditions.push(sql`t.about_id = ${filter.about}`)
  if (filter.with !== undefined) {
    conditions.push(sql`exists (select from thread_participants o join agents a on a.id = o.agent_id
      where o.thread_id = t.id and o.agent_id <> ${agentId} and ${filter.with} in (a.id, a.handle))`)
  }
  const { rows } = await threadsSeenBy(
    reader,
    agentId,
    sql`${sql.join(conditions, sql` and `)}
      and ${newestFirst(page, { at: sql`p.active_at`, id: sql`p.thread_id` })}`,
  ).execute(reader)
  return rows
}

/** Serializes writes to a thread, so that messages are numbered without gaps. */
export async function lockThread(tx: Tx, agentId: Id<'agt'>, id: Id<'thr'>): Promise<Id<'thr'> | undefined> {
  const { rows } = await sql<{ id: Id<'thr'> }>`
    select t.id from threads t join thread_participants p on p.thread_id = t.id
    where t.id = ${id} and p.agent_id = ${agentId} for no key update of t`.execute(tx)
  return rows[0]?.id
}

export async function participantsOf(
  reader: Reader,
  agentId: Id<'agt'>,
  id: Id<'thr'>,
): Promise<readonly Participant[]> {
  const { rows } = await sql<Pick<SeenThread, 'participants'>>`
    select ${participantsAsJson(reader, agentId)} as participants from threads t where t.id = ${id}`.execute(
    reader,
  )
  return rows[0]?.participants ?? []
}

export interface NewThread {
  readonly id: Id<'thr'>
  readonly subject: string | null
  readonly about: ThreadTopic | null
  readonly agentIds: readonly Id<'agt'>[]
}

export async function insertThread(tx: Tx, { id, subject, about, agentIds }: NewThread): Promise<void> {
  await sql`
    with thread as (
      insert into threads (id, subject, about_kind, about_id, last_seq, created_at)
      values (${id}, ${subject}, ${about?.kind ?? null}, ${about?.id ?? null}, 0, ${tx.now})
    )
    insert into thread_participants (thread_id, agent_id, read_seq, active_at)
    select ${id}, unnest(${[...agentIds]}::text[]), 0, ${tx.now}::timestamptz`.execute(tx)
}

/** Only moves the marker forward, and not past the last message. Returns the new position if it moved. */
export async function moveMark(
  tx: Tx,
  agentId: Id<'agt'>,
  { id, upTo }: { id: Id<'thr'>; upTo: number | null },
): Promise<number | undefined> {
  const { rows } = await sql<{ read_seq: number }>`
    update thread_participants p set read_seq = least(coalesce(${upTo}::int, t.last_seq), t.last_seq)
    from threads t
    where t.id = p.thread_id and p.thread_id = ${id} and p.agent_id = ${agentId}
      and p.read_seq < least(coalesce(${upTo}::int, t.last_seq), t.last_seq)
    returning p.read_seq`.execute(tx)
  return rows[0]?.read_seq
}

/** Parties of a task, once both may see it. */
export async function partiesOf(
  reader: Reader,
  agentId: Id<'agt'>,
  taskId: string,
): Promise<readonly Id<'agt'>[]> {
  const { rows } = await sql<{ client_id: Id<'agt'>; provider_id: Id<'agt'> }>`
    select t.client_id, t.provider_id from tasks t
    where t.id = ${taskId} and ${agentId} in (t.client_id, t.provider_id) and ${isDisclosed(reader.now)}`.execute(
    reader,
  )
  return rows.flatMap((task) => [task.client_id, task.provider_id])
}
