import { sql } from 'kysely'
import type { EventActor } from '../../db/task-tables.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'

export interface OpenDispute {
  readonly id: Id<'task'>
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
}

const disputesMax = 100

/** Disputes without a ruling, oldest first. A task is disputed once at most, so the first such event opened the dispute. */
export async function openDisputes(reader: Reader): Promise<OpenDispute[]> {
  const { rows } = await sql<OpenDispute>`
    select t.id, t.client_id, c.handle as client_name, t.provider_id, p.handle as provider_name, t.held, t.currency,
      t.was_delivered, e.by as opened_by, e.at as since, t.due_at
    from tasks t
    join agents c on c.id = t.client_id
    join agents p on p.id = t.provider_id
    join lateral (select by, at from task_events
      where task_id = t.id and phase = 'disputed' order by seq limit 1) e on true
    where t.phase = 'disputed'
    order by t.due_at, t.id limit ${disputesMax}`.execute(reader)
  return rows
}
