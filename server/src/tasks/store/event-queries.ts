import type { AuditLine, Phase, TimelineEntry } from 'souk-contract'
import { sql } from 'kysely'
import type { EventActor } from '../../db/tables/task-tables.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { ShownChunk, ShownMessage } from './content-queries.ts'
import { historyMax } from './read-queries.ts'
import { pageBytes } from './response-bytes.ts'

export interface TaskEvent {
  readonly task_id: Id<'task'>
  readonly context_id: string
  readonly provider_id: Id<'agt'>
  readonly seq: number
  readonly at: Date
  readonly action: string
  readonly by: EventActor
  readonly phase: Phase
  readonly reason: string | null
  readonly message: ShownMessage | null
  readonly artifact: ShownChunk | null
}

const eventsMax = 500

/** A page of the events after `seq`, in order. It has at least one event if there is one, whatever its size. */
export async function eventsAfter(reader: Reader, taskId: string, seq: number): Promise<TaskEvent[]> {
  const { rows } = await sql<TaskEvent>`/* task-events */
    with page as (
      select e.seq, sum(e.size) over (order by e.seq) as upto, row_number() over (order by e.seq) as nth from (
        select seq, size from task_events where task_id = ${taskId} and seq > ${seq} order by seq limit ${eventsMax}) e
    )
    select e.*, t.context_id, t.provider_id
    from page join task_events e on e.task_id = ${taskId} and e.seq = page.seq join tasks t on t.id = e.task_id
    where page.upto <= ${pageBytes} or page.nth = 1 order by e.seq`.execute(reader)
  return rows
}

export const eventsPerTaskMax = 50

/** `hasMore`: the page is full and some of the tasks have more events. */
type PagedEvent = TaskEvent & { readonly hasMore: boolean }

/** Events of many tasks, in order within each task. Call again with the new positions for the rest. */
export async function eventsAfterEach(
  reader: Reader,
  seen: readonly { readonly taskId: string; readonly seq: number }[],
): Promise<PagedEvent[]> {
  const { rows } = await sql<PagedEvent>`/* events-of-tasks */
    with page as (
      select w.id, e.seq, sum(e.size) over (order by w.place, e.seq) as upto,
        row_number() over (order by w.place, e.seq) as nth, sum(e.size) over () > ${pageBytes} as "hasMore"
      from unnest(${seen.map(({ taskId }) => taskId)}::text[], ${seen.map(({ seq }) => seq)}::int[])
          with ordinality w (id, seq, place)
        join tasks t on t.id = w.id and t.seq > w.seq
        cross join lateral (
          select seq, size from task_events where task_id = w.id and seq > w.seq order by seq limit ${eventsPerTaskMax}) e
    )
    select e.*, t.context_id, t.provider_id, page."hasMore"
    from page join task_events e on e.task_id = page.id and e.seq = page.seq join tasks t on t.id = page.id
    where page.upto <= ${pageBytes} or page.nth = 1 order by e.task_id, e.seq`.execute(reader)
  return rows
}

/** Changes of a task, oldest first. */
export async function changesOf(
  reader: Reader,
  taskId: Id<'task'>,
): Promise<Omit<TimelineEntry, 'revision' | 'awaiting'>[]> {
  const rows = await reader
    .selectFrom('task_events')
    .select(['seq', 'at', 'action', 'by', 'phase', 'reason'])
    .where('task_id', '=', taskId)
    .orderBy('seq', 'desc')
    .limit(historyMax)
    .execute()
  return rows.toReversed().map(({ reason, at, ...rest }) => ({
    ...rest,
    at: at.toISOString(),
    ...(reason === null ? {} : { reason }),
  }))
}

/** Audit entries of a task, without session ids and addresses. */
export async function auditOf(reader: Reader, taskId: Id<'task'>): Promise<AuditLine[]> {
  const rows = await reader
    .selectFrom('audit_entries')
    .select(['at', 'action', 'actor_kind', 'user_id', 'key_id'])
    .where('target', '=', taskId)
    .orderBy('at')
    .limit(historyMax)
    .execute()
  return rows.map(({ at, action, actor_kind: kind, user_id: userId, key_id: keyId }) => ({
    at: at.toISOString(),
    action,
    actor: userId ?? keyId ?? kind,
  }))
}
