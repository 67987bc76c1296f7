import type { Artifact, Message, Phase, TimelineEntry, AuditLine } from 'souk-contract'
import { sql, type RawBuilder } from 'kysely'
import { asTable, joint } from '../../db/joint.ts'
import type { Chunk, EventMaker } from '../../db/task-tables.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { isBelow, isParty, type TaskRow } from './queries.ts'

/** A task with everything its view needs, read by one statement. */
export interface WholeTask extends TaskRow {
  readonly client_name: string
  readonly provider_name: string
  readonly status_message: Message | null
  readonly history: Message[] | null
  readonly artifacts: Artifact[] | null
}

/** The same as values of a statement, or as names within it. */
type Asked<T> = { readonly [Field in keyof T]: T[Field] | RawBuilder<T[Field]> }

export interface Detail {
  /** At most so many of the latest messages; none at 0. */
  readonly historyLength: number
  readonly artifacts: boolean
}

/** All of a conversation that is shown at once. */
export const historyMax = 1000

/** As much of it as was asked for; numbers that PostgreSQL does not know are as good as all. */
export function historyLengthOf(asked: number | undefined, usual = historyMax): number {
  return Math.min(asked ?? usual, historyMax)
}

/** The columns of a whole task; `t` is the task, `c` its client and `p` its provider. */
export function wholeTask({ historyLength, artifacts }: Asked<Detail>) {
  return sql`t.*, c.handle as client_name, p.handle as provider_name,
    (select e.message from task_events e where e.task_id = t.id and e.seq = t.status_seq and e.seq > 1) as status_message,
    (select jsonb_agg(h.message order by h.seq) from (
      select e.seq, e.message from task_events e where e.task_id = t.id and e.message is not null
      order by e.seq desc limit least(${historyLength}::int, ${sql.lit(historyMax)})) h) as history,
    (select jsonb_agg(a.content order by a.place) from artifacts a
      where ${artifacts} and a.task_id = t.id) as artifacts`
}

const parties = sql`join agents c on c.id = t.client_id join agents p on p.id = t.provider_id`

interface Address {
  readonly name: string
  readonly taskId: string
}

type WantedTask = Address & Detail & { readonly agentId: Id<'agt'>; readonly now: Date }

/** Tasks of as many callers, each below the address of either party. */
const wantedTasks = joint<WantedTask, WholeTask & { readonly place: number }>({
  keyOf: (_wanted, place) => place,
  keyOfDone: ({ place }) => place,
  statement: (wanted) => sql`/* get-tasks */
    select w.place, ${wholeTask({ historyLength: sql`w."historyLength"`, artifacts: sql`w.artifacts` })}
    from ${asTable(
      wanted.map((one, place) => ({ place, ...one })),
      sql`place integer, "taskId" text, name text, "agentId" text, now timestamptz, "historyLength" integer, artifacts boolean`,
    )} w
      join tasks t on t.id = w."taskId" ${parties}
    where ${isParty(sql`w."agentId"`, sql`w.now`)} and ${isBelow(sql`w.name`)}`,
})

/** A task of the caller, below the address of either party. */
export async function findTask(
  reader: Reader,
  agentId: Id<'agt'>,
  { name, taskId }: Address,
  { historyLength, artifacts }: Detail,
): Promise<WholeTask | undefined> {
  const { now } = reader
  return reader.ask(wantedTasks, {
    name,
    taskId,
    agentId,
    now,
    historyLength,
    artifacts,
  })
}

export async function tasksById(
  reader: Reader,
  agentId: Id<'agt'>,
  ids: readonly string[],
  detail: Detail,
): Promise<WholeTask[]> {
  const { rows } = await sql<WholeTask>`/* tasks-by-id */
    select ${wholeTask(detail)} from tasks t ${parties}
    where t.id = any(${[...ids]}::text[]) and ${isParty(agentId, reader.now)}
    order by array_position(${[...ids]}::text[], t.id)`.execute(reader)
  return rows
}

export interface TaskEvent {
  readonly task_id: Id<'task'>
  readonly context_id: string
  readonly seq: number
  readonly at: Date
  readonly action: string
  readonly by: EventMaker
  readonly phase: Phase
  readonly reason: string | null
  readonly message: Message | null
  readonly artifact: Chunk | null
}

const eventsMax = 500

/** What happened to a task after the event of that number, in order. */
export async function eventsAfter(reader: Reader, taskId: string, seq: number): Promise<TaskEvent[]> {
  const { rows } = await sql<TaskEvent>`/* task-events */
    select e.*, t.context_id from task_events e join tasks t on t.id = e.task_id
    where e.task_id = ${taskId} and e.seq > ${seq} order by e.seq limit ${eventsMax}`.execute(reader)
  return rows
}

export const eventsMaxEach = 50

/** The same for many tasks, each in order; where there is more, the rest comes when it is asked for again. */
export async function eventsAfterEach(
  reader: Reader,
  seen: readonly { readonly taskId: string; readonly seq: number }[],
): Promise<TaskEvent[]> {
  const { rows } = await sql<TaskEvent>`/* events-of-tasks */
    select e.*, t.context_id
    from unnest(${seen.map(({ taskId }) => taskId)}::text[], ${seen.map(({ seq }) => seq)}::int[]) w (id, seq)
      join tasks t on t.id = w.id and t.seq > w.seq
      cross join lateral (select * from task_events where task_id = w.id and seq > w.seq order by seq limit ${eventsMaxEach}) e`.execute(
    reader,
  )
  return rows
}

export async function timelineOf(reader: Reader, taskId: Id<'task'>): Promise<TimelineEntry[]> {
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

/** Who did what to a task, as the audit log has it; what identifies a session or an address stays there. */
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

export interface FoundStanding {
  readonly id: Id<'task'>
  readonly provider_id: Id<'agt'>
  readonly phase: Phase
  readonly seq: number
  readonly hidden: boolean
  /** What was answered in place of a task. */
  readonly reply: Message | null
}

/** As much of a task as somebody who waits for it has to know. */
export async function findStanding(reader: Reader, taskId: string): Promise<FoundStanding | undefined> {
  const { rows } = await sql<FoundStanding>`/* find-standing */
    select t.id, t.provider_id, t.phase, t.seq, t.hidden_until is not null as hidden,
      case when t.reason = 'answered' then
        (select e.message - 'taskId' - 'contextId' from task_events e where e.task_id = t.id and e.seq = t.status_seq)
      end as reply
    from tasks t where t.id = ${taskId}`.execute(reader)
  return rows[0]
}

export async function findDisputed(
  reader: Reader,
  taskId: string,
): Promise<Pick<TaskRow, 'id' | 'terms'> | undefined> {
  const { rows } = await sql<Pick<TaskRow, 'id' | 'terms'>>`
    select id, terms from tasks where id = ${taskId} and phase = 'disputed'`.execute(reader)
  return rows[0]
}
