import type { Task } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import { attempt } from '../../db/attempt.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { NamedTask } from '../lifecycle/task-row.ts'
import { historyMax, tasksById, type Detail } from '../store/read-queries.ts'
import { shareOfTask } from '../store/response-bytes.ts'
import { taskNotFound } from '../lifecycle/task-state.ts'
import { viewerOf, viewWithoutContents, viewTask } from './view.ts'

export const fullDetail: Detail = { historyLength: historyMax, artifacts: true, share: shareOfTask }

/** Tasks of the caller, in the order of `ids`. */
async function showTasks(
  reader: Reader,
  caller: AgentCaller,
  ids: readonly string[],
  detail: Detail = fullDetail,
): Promise<Task[]> {
  const rows = await tasksById(reader, caller.agentId, ids, detail)
  return rows.map((row) => viewTask(row, viewerOf(reader, caller), detail))
}

/** A task as its caller sees it; refuses if there is none. */
export async function showTask(
  reader: Reader,
  caller: AgentCaller,
  id: Id<'task'>,
  detail: Detail = fullDetail,
): Promise<Task> {
  const [task] = await showTasks(reader, caller, [id], detail)
  return task ?? taskNotFound()
}

/**
 * The task after a change, read in the same transaction, so it is the version that the change made. If its contents cannot
 * be read, the caller gets the task without them: building the response must not undo a decision.
 */
export async function showChanged(
  tx: Tx,
  caller: AgentCaller,
  task: NamedTask,
  detail: Detail = fullDetail,
): Promise<Task> {
  const shown = await attempt(tx, () => showTasks(tx, caller, [task.id], detail))
  return shown?.[0] ?? viewWithoutContents(task, viewerOf(tx, caller))
}
