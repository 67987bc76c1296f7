/** Pages of messages and artifacts of tasks, and their stubs without parts. */
import type { Artifact, Message } from 'souk-contract'
import { sql } from 'kysely'
import type { Chunk } from '../../db/tables/task-tables.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { pageBytes } from './response-bytes.ts'

/** A message whose parts are too large for the response; `seq` is its position in the task. */
type MessageStub = Omit<Message, 'parts'> & { readonly seq: number; readonly bytes: number }
export type ShownMessage = Message | MessageStub

type ArtifactStub = Pick<Artifact, 'artifactId' | 'name'> & { readonly bytes: number }
export type ShownArtifact = Artifact | ArtifactStub
export type ShownChunk = Omit<Chunk, 'artifact'> & { readonly artifact: ShownArtifact }

/** SQL for the stub of the message of event `e`. */
export const messageStub = sql`jsonb_build_object('messageId', e.message -> 'messageId', 'contextId', e.message -> 'contextId',
  'taskId', e.message -> 'taskId', 'role', e.message -> 'role', 'seq', e.seq, 'bytes', e.size)`

/** SQL for the stub of artifact `a`. */
export const artifactStub = sql`jsonb_strip_nulls(jsonb_build_object('artifactId', a.artifact_id,
  'name', a.content -> 'name', 'bytes', a.size))`

/** SQL for the stub of the artifact chunk of event `e`. */
export const chunkStub = sql`jsonb_build_object('append', e.artifact -> 'append', 'lastChunk', e.artifact -> 'lastChunk',
  'artifact', jsonb_strip_nulls(jsonb_build_object('artifactId', e.artifact -> 'artifact' -> 'artifactId',
    'name', e.artifact -> 'artifact' -> 'name', 'bytes', e.size)))`

interface Page<T> {
  readonly items: T[]
  /** Position at which the next page starts; null on the last page. */
  readonly next: number | null
}

/** Messages of a task before `before`, newest first. */
export async function messagesBefore(
  reader: Reader,
  taskId: Id<'task'>,
  { before, limit }: { before: number | null; limit: number },
): Promise<Page<Message>> {
  const { rows } = await sql<{ seq: number; message: Message | null }>`
    select e.seq, case when e.nth = 1 or e.nth <= ${limit} and e.upto <= ${pageBytes} then e.message end as message from (
      select e.*, sum(e.size) over (order by e.seq desc) as upto, row_number() over (order by e.seq desc) as nth from (
        select seq, size, message from task_events
        where task_id = ${taskId} and message is not null and (${before}::int is null or seq < ${before}::int)
        order by seq desc limit ${limit + 1}) e) e
    order by e.seq desc`.execute(reader)
  return pageOf(rows.map(({ seq, message }) => ({ place: seq, content: message })))
}

export async function messageAt(
  reader: Reader,
  taskId: Id<'task'>,
  seq: number,
): Promise<Message | undefined> {
  const { rows } = await sql<{ message: Message }>`
    select message from task_events where task_id = ${taskId} and seq = ${seq} and message is not null`.execute(
    reader,
  )
  return rows[0]?.message
}

/** Artifacts of a task after position `after`, in order of creation. */
export async function artifactsAfter(
  reader: Reader,
  taskId: Id<'task'>,
  after: number,
): Promise<Page<Artifact>> {
  const { rows } = await sql<{ place: number; content: Artifact | null }>`
    select a.place, case when a.nth = 1 or a.upto <= ${pageBytes} then a.content end as content from (
      select *, sum(size) over (order by place) as upto, row_number() over (order by place) as nth
      from artifacts where task_id = ${taskId} and place > ${after}) a
    order by a.place`.execute(reader)
  return pageOf(rows)
}

/** The page ends at the first row whose content was omitted; the next page starts there. */
function pageOf<T>(rows: readonly { readonly place: number; readonly content: T | null }[]): Page<T> {
  const items: T[] = []
  let last: number | null = null
  for (const { place, content } of rows) {
    if (content === null) return { items, next: last }
    items.push(content)
    last = place
  }
  return { items, next: null }
}
