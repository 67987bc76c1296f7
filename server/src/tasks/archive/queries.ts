import { sql, type Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { newestFirst } from '../../page-queries.ts'
import { isParty } from '../store/queries.ts'

export type ArchivedTaskRow = Selectable<Schema['archived_tasks']>

/** Archived tasks of an agent; `taskIds` limits them to these. */
export async function archivedTasksOf(
  reader: Reader,
  agentId: Id<'agt'>,
  { taskIds, page }: { taskIds: readonly string[] | undefined; page: PageRequest },
): Promise<ArchivedTaskRow[]> {
  const named = taskIds === undefined ? sql`true` : sql`task_id = any(${[...taskIds]}::text[])`
  const { rows } = await sql<ArchivedTaskRow>`
    select * from archived_tasks where agent_id = ${agentId} and ${named}
    and ${newestFirst(page, { at: sql`archived_at`, id: sql`task_id` })}`.execute(reader)
  return rows
}

/** A task of the agent as it sees it. Ended tasks do not change, so the row is not locked. */
export async function findOwnTask(
  tx: Tx,
  agentId: Id<'agt'>,
  taskId: string,
): Promise<Pick<Selectable<Schema['tasks']>, 'id' | 'phase'> | undefined> {
  const { rows } = await sql<Pick<Selectable<Schema['tasks']>, 'id' | 'phase'>>`
    select t.id, t.phase from tasks t where t.id = ${taskId} and ${isParty(agentId, tx.now)}`.execute(tx)
  return rows[0]
}

/** Returns the row, and whether it is new. Concurrent calls keep the first. */
export async function insertArchivedTask(
  tx: Tx,
  agentId: Id<'agt'>,
  taskId: Id<'task'>,
): Promise<ArchivedTaskRow & { readonly is_new: boolean }> {
  const { rows } = await sql<ArchivedTaskRow & { is_new: boolean }>`
    insert into archived_tasks as a (agent_id, task_id, archived_at) values (${agentId}, ${taskId}, ${tx.now})
    on conflict (agent_id, task_id) do update set archived_at = a.archived_at
    returning a.*, a.xmax = 0 as is_new`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('An upsert returned no row.')
  return row
}

/** Whether there was one. */
export async function deleteArchivedTask(tx: Tx, agentId: Id<'agt'>, taskId: Id<'task'>): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('archived_tasks')
    .where('agent_id', '=', agentId)
    .where('task_id', '=', taskId)
    .executeTakeFirst()
  return numDeletedRows > 0n
}
