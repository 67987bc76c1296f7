import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { deleteArchivedTask } from './queries.ts'

export const restoreTask: Operation<Contract['archivedTasks']['restoreTask']> = async (
  tx,
  caller,
  { taskId },
) => {
  const removed = await deleteArchivedTask(tx, caller.agentId, taskId)
  if (removed) await record(tx, caller, { action: 'task.restored', target: taskId })
  return { done: true }
}
