/** Commands for the archive of ended tasks. */
import type { ArchivedTask } from 'souk-contract'
import { command } from '../../engine/command.ts'
import { argument } from '../../engine/params.ts'
import { at, id, message, page, resource, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const columns: Fields<ArchivedTask> = {
  task: ({ taskId }) => id(taskId),
  archived: ({ archivedAt }) => at(archivedAt),
}

const task = argument('Task ID')

export const archived = command({
  name: 'archived',
  summary: 'List archived tasks, newest first',
  operations: ['listArchivedTasks'],
  options: pageOptions,
  example: 'souk tasks archived',
  run: ({ client }, options) => fetchPage(client.archivedTasks.listArchivedTasks, {}, options),
  render: page(columns, 'No archived tasks. Archive one with "souk tasks archive".'),
})

export const archive = command({
  name: 'archive',
  summary: 'Archive a task that has ended',
  description: 'The other party is not notified and sees no change.',
  operations: ['archiveTask'],
  args: { task },
  example: 'souk tasks archive task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { task: taskId }) => client.archivedTasks.archiveTask({ taskId }),
  render: resource('archivedTask', columns, 'Archived task.'),
})

export const restore = command({
  name: 'restore',
  summary: 'Restore an archived task',
  operations: ['restoreTask'],
  args: { task },
  example: 'souk tasks restore task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { task: taskId }) => client.archivedTasks.restoreTask({ taskId }),
  render: message('Restored task.'),
})
