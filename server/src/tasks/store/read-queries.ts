import type { Message, Phase } from 'souk-contract'
import { sql, type RawBuilder } from 'kysely'
import { asTable, defineBatch } from '../../db/batch.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { artifactStub, messageStub, type ShownArtifact, type ShownMessage } from './content-queries.ts'
import type { TaskRow } from '../lifecycle/task-row.ts'
import { isBelow, isParty } from './queries.ts'
import { stubBytes } from './response-bytes.ts'

/** A task with everything its view needs, read by one statement. */
export interface WholeTask extends TaskRow {
  readonly client_name: string
  readonly provider_name: string
  readonly status_message: ShownMessage | null
  readonly history: ShownMessage[] | null
  readonly history_bytes: number | null
  readonly artifacts: ShownArtifact[] | null
  /** Contents were left out to keep the response small. */
  readonly truncated: boolean | null
}

/** The same as values of a statement, or as names within it. */
type Asked<T> = { readonly [Field in keyof T]: T[Field] | RawBuilder<T[Field]> }

export interface Detail {
  /** At most so many of the latest messages; none at 0. */
  readonly historyLength: number
  readonly artifacts: boolean
  /** What each section may take: the status, the history, and half of the artifacts. */
  readonly share: number
}

/** All of a conversation that is shown at once. */
export const historyMax = 1000

/** As much of it as was asked for; numbers that PostgreSQL does not know are as good as all. */
export function historyLengthOf(asked: number | undefined, usual = historyMax): number {
  return Math.min(asked ?? usual, historyMax)
}

/** The columns of a whole task; `t` is the task, and `sections` are its tables. */
export const wholeTask = sql`t.*, c.handle as client_name, p.handle as provider_name, status.message as status_message,
  said.history, said.history_bytes, made.artifacts,
  coalesce(status.truncated, false) or coalesce(said.truncated, false) or coalesce(made.truncated, false) as truncated`

/**
 * The parties of a task `t` and its contents, each section within its share: the newest messages first, the smallest artifacts
 * first. A message or artifact that is too large loses its parts; what no longer fits is left out.
 */
export function sections({ historyLength, artifacts, share }: Asked<Detail>, join = sql`join`) {
  const cost = sql`case when e.size <= ${share}::int then e.size else ${sql.lit(stubBytes)} end`
  return sql`${join} agents c on c.id = t.client_id ${join} agents p on p.id = t.provider_id
    left join lateral (
      select case when e.size <= ${share}::int then e.message else ${messageStub} end as message, e.size > ${share}::int as truncated
      from task_events e where e.task_id = t.id and e.seq = t.status_seq and e.seq > 1) status on true
    left join lateral (
      select jsonb_agg(case when e.size <= ${share}::int then e.message else ${messageStub} end order by e.seq)
          filter (where e.upto <= ${share}::int) as history,
        (sum(e.size) filter (where e.upto <= ${share}::int))::int as history_bytes,
        bool_or(e.upto > ${share}::int or e.size > ${share}::int) as truncated
      from (
        select e.*, sum(${cost}) over (order by e.seq desc) as upto from (
          select e.seq, e.size, e.message from task_events e where e.task_id = t.id and e.message is not null
          order by e.seq desc limit least(${historyLength}::int, ${sql.lit(historyMax)})) e) e) said on true
    left join lateral (
      select jsonb_agg(case when a.upto <= ${share}::int then a.content else ${artifactStub} end order by a.place)
          filter (where a.upto <= ${share}::int or a.nth * ${sql.lit(stubBytes)} <= ${share}::int) as artifacts,
        bool_or(a.upto > ${share}::int) as truncated
      from (
        select a.*, sum(a.size) over (order by a.size, a.place) as upto, row_number() over (order by a.size, a.place) as nth
        from artifacts a where ${artifacts} and a.task_id = t.id) a) made on true`
}

interface Address {
  readonly name: string
  readonly taskId: string
}

type WantedTask = Address & Detail & { readonly agentId: Id<'agt'>; readonly now: Date }

/** Tasks of as many callers, each below the address of either party. */
const wantedTasks = defineBatch<WantedTask, WholeTask & { readonly place: number }>({
  keyOf: (_wanted, place) => place,
  keyOfResult: ({ place }) => place,
  statement: (wanted) => sql`/* get-tasks */
    select w.place, ${wholeTask}
    from ${asTable(
      wanted.map((one, place) => ({ place, ...one })),
      sql`place integer, "taskId" text, name text, "agentId" text, now timestamptz, "historyLength" integer, artifacts boolean,
        share integer`,
    )} w
      join tasks t on t.id = w."taskId"
      ${sections({ historyLength: sql`w."historyLength"`, artifacts: sql`w.artifacts`, share: sql`w.share` })}
    where ${isParty(sql`w."agentId"`, sql`w.now`)} and ${isBelow(sql`w.name`)}`,
})

/** A task of the caller, below the address of either party. */
export async function findTask(
  reader: Reader,
  agentId: Id<'agt'>,
  { name, taskId }: Address,
  { historyLength, artifacts, share }: Detail,
): Promise<WholeTask | undefined> {
  const { now } = reader
  return reader.batch(wantedTasks, {
    name,
    taskId,
    agentId,
    now,
    historyLength,
    artifacts,
    share,
  })
}

export async function tasksById(
  reader: Reader,
  agentId: Id<'agt'>,
  ids: readonly string[],
  detail: Detail,
): Promise<WholeTask[]> {
  const { rows } = await sql<WholeTask>`/* tasks-by-id */
    select ${wholeTask} from tasks t ${sections(detail)}
    where t.id = any(${[...ids]}::text[]) and ${isParty(agentId, reader.now)}
    order by array_position(${[...ids]}::text[], t.id)`.execute(reader)
  return rows
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
): Promise<Pick<TaskRow, 'id' | 'terms' | 'seq'> | undefined> {
  const { rows } = await sql<Pick<TaskRow, 'id' | 'terms' | 'seq'>>`
    select id, terms, seq from tasks where id = ${taskId} and phase = 'disputed'`.execute(reader)
  return rows[0]
}
