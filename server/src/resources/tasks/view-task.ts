import type { Task } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { historyMax, tasksById, type Detail } from './read-queries.ts'
import { taskNotFound } from './standing.ts'
import { viewTask } from './view.ts'

const everything: Detail = { historyLength: historyMax, artifacts: true }

/** Tasks of the caller, in the order asked for. */
export async function showTasks(
  reader: Reader,
  caller: AgentCaller,
  ids: readonly Id<'task'>[],
  detail: Detail = everything,
): Promise<Task[]> {
  const rows = await tasksById(reader, caller.agentId, ids, detail)
  return rows.map((row) => viewTask(row, { agentId: caller.agentId, now: reader.now }, detail))
}

/** A task after a change, as its caller sees it. */
export async function showTask(
  reader: Reader,
  caller: AgentCaller,
  id: Id<'task'>,
  detail: Detail = everything,
): Promise<Task> {
  const [task] = await showTasks(reader, caller, [id], detail)
  return task ?? taskNotFound()
}
