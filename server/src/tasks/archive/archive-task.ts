import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { isTerminal } from '../lifecycle/lifecycle.ts'
import { taskNotFound } from '../lifecycle/task-state.ts'
import { findOwnTask, insertArchivedTask } from './queries.ts'
import { viewArchivedTask } from './view.ts'

export const archiveTask: Operation<Contract['archivedTasks']['archiveTask']> = async (
  tx,
  caller,
  { taskId },
) => {
  const task = (await findOwnTask(tx, caller.agentId, taskId)) ?? taskNotFound()
  if (!isTerminal(task.phase)) {
    fail('conflict', 'Only a task that has ended can be archived.', 'Complete or cancel the task first.')
  }
  const { is_new: isNew, ...row } = await insertArchivedTask(tx, caller.agentId, task.id)
  if (isNew) await record(tx, caller, { action: 'task.archived', target: task.id })
  return { archivedTask: viewArchivedTask(row) }
}
