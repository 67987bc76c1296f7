import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { taskNotFound } from '../lifecycle/task-state.ts'
import { deleteArchivedTask, findOwnTask } from './queries.ts'

export const restoreTask: Operation<Contract['archivedTasks']['restoreTask']> = async (
  tx,
  caller,
  { taskId },
) => {
  const { id } = (await findOwnTask(tx, caller.agentId, taskId)) ?? taskNotFound()
  const removed = await deleteArchivedTask(tx, caller.agentId, id)
  if (removed) await record(tx, caller, { action: 'task.restored', target: id })
  return { done: true }
}
