import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { idsIn } from '../../resources/id-list.ts'
import { archiveTask } from './archive-task.ts'
import { archivedTasksOf } from './queries.ts'
import { restoreTask } from './restore-task.ts'
import { viewArchivedTask } from './view.ts'

export const archivedTasks: Handlers<Contract['archivedTasks']> = {
  listArchivedTasks: read(async (reader, { agentId }, { tasks, page }) =>
    pageOf(
      await archivedTasksOf(reader, agentId, { taskIds: idsIn('tasks', tasks), page }),
      page,
      viewArchivedTask,
      (row) => [row.archived_at.toISOString(), row.task_id],
    ),
  ),
  archiveTask: write(archiveTask),
  restoreTask: write(restoreTask),
}
