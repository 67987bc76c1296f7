import { sql } from 'kysely'
import type { EndReason, Phase, Terms } from 'souk-contract'
import type { EventActor } from '../../db/tables/task-tables.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import type { FileRow } from '../../resources/files/queries.ts'

export interface OpenDispute {
  readonly id: Id<'task'>
  readonly title: string
  readonly client_id: Id<'agt'>
  readonly client_name: string
  readonly provider_id: Id<'agt'>
  readonly provider_name: string
  readonly held: bigint
  readonly currency: string
  readonly was_delivered: boolean
  readonly opened_by: EventActor
  readonly since: Date
  readonly due_at: Date
  readonly terms: Terms
  /** Version of the task. */
  readonly seq: number
  readonly phase: Phase
  readonly reason: EndReason | null
  readonly fee_bps: number | null
}

/** Disputes without a ruling. */
const openDisputes = sql`
  select t.id, t.title, t.client_id, c.handle as client_name, t.provider_id, p.handle as provider_name, t.held, t.currency,
    t.was_delivered, d.opened_by, d.opened_at as since, t.due_at, t.terms, t.seq, t.phase, t.reason, t.fee_bps
  from tasks t
  join agents c on c.id = t.client_id
  join agents p on p.id = t.provider_id
  join disputes d on d.task_id = t.id and d.status = 'open'
  where t.phase = 'disputed'`

/** One page, ordered by the time of the automatic decision. The clock alone decides demo trades. */
export async function disputesAfter(
  reader: Reader,
  { limit, after: position }: PageRequest,
): Promise<OpenDispute[]> {
  const [afterDue = '-infinity', afterId = ''] = position ?? []
  const { rows } = await sql<OpenDispute>`
    ${openDisputes} and not exists (select from demo_agents demo where demo.agent_id = t.provider_id)
      and (t.due_at, t.id) > (${afterDue}::timestamptz, ${afterId})
    order by t.due_at, t.id limit ${limit + 1}`.execute(reader)
  return rows
}

export async function findDispute(reader: Reader, taskId: string): Promise<OpenDispute | undefined> {
  const { rows } = await sql<OpenDispute>`${openDisputes} and t.id = ${taskId}`.execute(reader)
  return rows[0]
}

/** A file that a disputed task uses. */
export async function findDisputeFile(
  reader: Reader,
  taskId: string,
  fileId: string,
): Promise<FileRow | undefined> {
  const { rows } = await sql<FileRow>`
    select f.* from files f join file_uses u on u.file_id = f.id join tasks t on t.id = u.task_id
    where f.id = ${fileId} and t.id = ${taskId} and t.phase = 'disputed'`.execute(reader)
  return rows[0]
}
