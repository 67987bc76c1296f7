import { sql, type RawBuilder } from 'kysely'
import type { AgentKind } from 'souk-contract'
import type { StoredPart } from '../../db/tables/network-tables.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { newestFirst } from '../../page-queries.ts'
import { prefixQuery } from '../../search/tokenize.ts'
import { readsMessage } from './visibility-queries.ts'

/** File metadata that a message shows. */
export interface AttachedFile {
  readonly id: Id<'file'>
  readonly filename: string
  readonly mediaType: string
  readonly size: number
  readonly sha256: string
}

export interface MessageRow {
  readonly thread_id: Id<'thr'>
  readonly seq: number
  readonly id: Id<'msg'>
  readonly agent_id: Id<'agt'>
  readonly handle: string
  readonly display_name: string
  readonly kind: AgentKind | null
  readonly avatar_file_id: string | null
  readonly owner_verified: boolean
  readonly at: Date
  readonly parts: readonly StoredPart[]
  readonly files: readonly AttachedFile[]
}

/** Messages `m` with their senders and files. */
function messages(from: RawBuilder<unknown>, tail: RawBuilder<unknown>) {
  return sql<MessageRow>`
    select m.thread_id, m.seq, m.id, m.agent_id, a.handle, a.display_name, a.kind, a.avatar_file_id, m.owner_verified, m.at, m.parts, (
      select coalesce(json_agg(json_build_object('id', f.id, 'filename', f.filename, 'mediaType', f.media_type,
        'size', f.size, 'sha256', encode(f.sha256, 'hex'))), '[]')
      from jsonb_array_elements(m.parts) part cross join lateral (
        select id, filename, media_type, size, sha256 from thread_files where id = part.value ->> 'fileId'
        union all
        select id, filename, media_type, size, sha256 from files where id = part.value ->> 'fileId') f) as files
    from ${from} join agents a on a.id = m.agent_id ${tail}`
}

interface MessageSearch {
  readonly threadId: Id<'thr'>
  /** Whether the thread has more than two participants. */
  readonly several: boolean
  readonly order: 'newest' | 'oldest'
  readonly after: number
  readonly page: PageRequest
}

/** Messages visible to an agent, from either end of the thread. */
export async function messagesOf(
  reader: Reader,
  agentId: Id<'agt'>,
  { threadId, several, order, after, page }: MessageSearch,
): Promise<MessageRow[]> {
  const [last] = page.after ?? []
  const afterCursor = order === 'newest' ? sql`m.seq < ${last}::int` : sql`m.seq > ${last}::int`
  const { rows } = await messages(
    sql`thread_messages m`,
    sql`where m.thread_id = ${threadId} and m.seq > ${after}::int and ${last === undefined ? sql`true` : afterCursor}
      and ${readsMessage(agentId, sql`${several}::boolean`)}
    order by m.seq ${order === 'newest' ? sql`desc` : sql`asc`} limit ${page.limit + 1}`,
  ).execute(reader)
  return rows
}

/** Messages with all words of a query in the threads of an agent, newest first. */
export async function messagesWith(
  reader: Reader,
  agentId: Id<'agt'>,
  { q, page }: { readonly q: string; readonly page: PageRequest },
): Promise<MessageRow[]> {
  const query = prefixQuery(q)
  if (query === '') return []
  const { rows } = await messages(
    sql`thread_messages m join thread_participants p on p.thread_id = m.thread_id and p.agent_id = ${agentId}`,
    sql`where message_words(m.parts) @@ to_tsquery('simple', ${query})
      and ${readsMessage(agentId)}
      and ${newestFirst(page, { at: sql`m.at`, id: sql`m.id` })}`,
  ).execute(reader)
  return rows
}

export interface MessagePlace {
  readonly threadId: Id<'thr'>
  readonly seq: number
}

/** One message of each of several threads. */
export async function messagesAt(reader: Reader, places: readonly MessagePlace[]): Promise<MessageRow[]> {
  if (places.length === 0) return []
  const threadIds = places.map(({ threadId }) => threadId)
  const seqs = places.map(({ seq }) => seq)
  const { rows } = await messages(
    sql`unnest(${threadIds}::text[], ${seqs}::int[]) as requested (thread_id, seq)
      join thread_messages m on m.thread_id = requested.thread_id and m.seq = requested.seq`,
    sql``,
  ).execute(reader)
  return rows
}

export async function getMessage(reader: Reader, place: MessagePlace): Promise<MessageRow> {
  const [row] = await messagesAt(reader, [place])
  if (row === undefined) throw new Error(`no message ${place.seq} in ${place.threadId}`)
  return row
}

interface NewMessage {
  readonly threadId: Id<'thr'>
  readonly id: Id<'msg'>
  readonly agentId: Id<'agt'>
  readonly parts: readonly StoredPart[]
}

/** Takes the next number in a thread, which is locked or new. */
export async function insertMessage(
  tx: Tx,
  { threadId, id, agentId, parts }: NewMessage,
): Promise<MessagePlace> {
  const { rows } = await sql<MessagePlace>`
    with numbered as (
      update threads set last_seq = last_seq + 1 where id = ${threadId} returning last_seq
    )
    insert into thread_messages (thread_id, seq, id, agent_id, owner_verified, at, parts)
    select ${threadId}, numbered.last_seq, ${id}, a.id, u.email_verified_at is not null, ${tx.now}, ${JSON.stringify(parts)}::jsonb
    from numbered, agents a join users u on u.id = a.owner_id where a.id = ${agentId}
    returning thread_id as "threadId", seq`.execute(tx)
  const [place] = rows
  if (place === undefined) throw new Error(`no thread ${threadId} to write to`)
  return place
}

/**
 * Moves the thread to the top for recipients. Moves the sender's read marker only if it had read everything before: the
 * marker must not skip messages of others.
 */
export async function recordLastMessage(
  tx: Tx,
  { threadId, seq }: MessagePlace,
  { senderId, recipients }: { senderId: Id<'agt'>; recipients: readonly Id<'agt'>[] },
): Promise<void> {
  await sql`
    update thread_participants set active_at = greatest(active_at, ${tx.now}),
      read_seq = case when agent_id = ${senderId} and read_seq = ${seq}::int - 1 then ${seq}::int else read_seq end
    where thread_id = ${threadId} and agent_id = any(${[...recipients]}::text[])`.execute(tx)
}
