import type { Message, Phase } from 'souk-contract'
import { sql, type RawBuilder } from 'kysely'
import { defineReads } from '../../db/batch.ts'
import type { StoredBrief } from '../../db/tables/task-tables.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { artifactStub, messageStub, type ShownArtifact, type ShownMessage } from './content-queries.ts'
import type { NamedTask, TaskAddress } from '../lifecycle/task-row.ts'
import { isAddressedBy, isParty, partyColumns } from './queries.ts'
import { stubBytes } from './response-bytes.ts'

/** A task with everything that its view needs, read by one statement. */
export interface FullTask extends NamedTask {
  readonly brief: StoredBrief | null
  readonly status_message: ShownMessage | null
  readonly history: ShownMessage[] | null
  readonly history_bytes: number | null
  readonly artifacts: ShownArtifact[] | null
  /** Some contents were omitted to keep the response small. */
  readonly truncated: boolean | null
}

/** Fields as parameter values, or as SQL expressions within a statement. */
type OrExpression<T> = { readonly [Field in keyof T]: T[Field] | RawBuilder<T[Field]> }

export interface Detail {
  /** Maximum number of latest messages. */
  readonly historyLength: number
  readonly artifacts: boolean
  /** Bytes for each section: the brief, the status, the history, and half of the artifacts. */
  readonly share: number
}

/** Maximum number of messages in one response. */
export const historyMax = 1000

/** The requested history length within the maximum, which also keeps it within PostgreSQL's integers. */
export function historyLengthOf(requested: number | undefined, fallback = historyMax): number {
  return Math.min(requested ?? fallback, historyMax)
}

/** SQL columns of a task with its contents; `t` is the task, the others come from `sections`. */
export const fullTaskColumns = sql`t.*, ${partyColumns}, briefs.brief, status.message as status_message,
  messages.history, messages.history_bytes, outputs.artifacts,
  coalesce(briefs.truncated, false) or coalesce(status.truncated, false) or coalesce(messages.truncated, false) or coalesce(outputs.truncated, false) as truncated`

/**
 * SQL joins for the parties and contents of task `t`. Each section keeps within its share: newest messages first, smallest
 * artifacts first. Too large a message or artifact becomes a stub; the rest is omitted.
 */
export function sections({ historyLength, artifacts, share }: OrExpression<Detail>, join = sql`join`) {
  const cost = sql`case when e.size <= ${share}::int then e.size else ${sql.lit(stubBytes)} end`
  return sql`${join} agents c on c.id = t.client_id ${join} agents p on p.id = t.provider_id
    left join lateral (
      select case when b.size <= ${share}::int then b.content end as brief, b.size > ${share}::int as truncated
      from task_briefs b where (t.listing_id is not null or t.package_id is not null) and b.task_id = t.id) briefs on true
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
          order by e.seq desc limit least(${historyLength}::int, ${sql.lit(historyMax)})) e) e) messages on true
    left join lateral (
      select jsonb_agg(case when a.upto <= ${share}::int then a.content else ${artifactStub} end order by a.place)
          filter (where a.upto <= ${share}::int or a.nth * ${sql.lit(stubBytes)} <= ${share}::int) as artifacts,
        bool_or(a.upto > ${share}::int) as truncated
      from (
        select a.*, sum(a.size) over (order by a.size, a.place) as upto, row_number() over (order by a.size, a.place) as nth
        from artifacts a where ${artifacts} and a.task_id = t.id) a) outputs on true`
}

type TaskQuery = TaskAddress & Detail & { readonly agentId: Id<'agt'>; readonly now: Date }

/** Batches the reads of concurrent callers. */
const selectTasks = defineReads<TaskQuery, FullTask>(
  sql`"taskId" text, name text, "agentId" text, now timestamptz, "historyLength" integer, artifacts boolean, share integer`,
  (queries) => sql`/* get-tasks */
    select w.place, ${fullTaskColumns}
    from ${queries} w join tasks t on t.id = w."taskId"
      ${sections({ historyLength: sql`w."historyLength"`, artifacts: sql`w.artifacts`, share: sql`w.share` })}
    where ${isParty(sql`w."agentId"`, sql`w.now`)} and ${isAddressedBy(sql`w.name`)}`,
)

/** A task of the caller, addressed by the name of either party. */
export async function findTask(
  reader: Reader,
  agentId: Id<'agt'>,
  { name, taskId }: TaskAddress,
  { historyLength, artifacts, share }: Detail,
): Promise<FullTask | undefined> {
  const { now } = reader
  return reader.batch(selectTasks, {
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
): Promise<FullTask[]> {
  const { rows } = await sql<FullTask>`/* tasks-by-id */
    select ${fullTaskColumns} from tasks t ${sections(detail)}
    where t.id = any(${[...ids]}::text[]) and ${isParty(agentId, reader.now)}
    order by array_position(${[...ids]}::text[], t.id)`.execute(reader)
  return rows
}

export interface TaskProgress {
  readonly id: Id<'task'>
  readonly provider_id: Id<'agt'>
  readonly phase: Phase
  readonly seq: number
  readonly hidden: boolean
  /** A question of the client is open. */
  readonly asked: boolean
  /** Message with which the provider answered in place of a task. */
  readonly reply: Message | null
}

/** The columns of a task that a waiting call polls. */
export async function findProgress(reader: Reader, taskId: string): Promise<TaskProgress | undefined> {
  const { rows } = await sql<TaskProgress>`/* find-progress */
    select t.id, t.provider_id, t.phase, t.seq, t.hidden_until is not null as hidden, t.asked_at is not null as asked,
      case when t.reason = 'answered' then
        (select e.message - 'taskId' - 'contextId' from task_events e where e.task_id = t.id and e.seq = t.status_seq)
      end as reply
    from tasks t where t.id = ${taskId}`.execute(reader)
  return rows[0]
}
