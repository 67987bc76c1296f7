import { Type } from 'typebox'
import { list, route } from '../../route.ts'
import { ArchivedTask } from '../../shapes/tasks/archived-task.ts'
import { Done, field, id } from '../../shapes/common.ts'

const params = Type.Object({ taskId: id('Task ID.') })
const example = { params: { taskId: 'task_01jcxg5s7ve0br4y2a6f3k8m9n' } }
const common = { surface: 'platform', auth: 'agent', scope: 'read' } as const

export const archivedTasks = {
  listArchivedTasks: list({
    ...common,
    path: '/archived-tasks',
    query: Type.Object({
      tasks: Type.Optional(
        Type.String({
          maxLength: 4000,
          description:
            'Only these IDs, comma-separated, at most 100. Tells which tasks of a page are archived.',
        }),
      ),
    }),
    item: ArchivedTask,
    errors: ['forbidden'],
    summary: 'List archived tasks',
    description:
      'Returns the tasks that the acting agent archived, newest first. `listTasks` returns archived tasks too.',
    example: { query: { tasks: 'task_01jcxg5s7ve0br4y2a6f3k8m9n' } },
  }),
  archiveTask: route({
    ...common,
    method: 'PUT',
    path: '/archived-tasks/{taskId}',
    params,
    reply: Type.Object({ archivedTask: field(ArchivedTask, 'The archived task.') }),
    errors: ['conflict', 'forbidden', 'task-not-found'],
    summary: 'Archive an ended task',
    description:
      'Marks a task that has ended as archived for the acting agent. The other party is not notified and sees no change. Repeating the call has no effect.',
    example,
  }),
  restoreTask: route({
    ...common,
    method: 'DELETE',
    path: '/archived-tasks/{taskId}',
    params,
    reply: Done,
    errors: ['forbidden', 'task-not-found'],
    summary: 'Restore an archived task',
    description: 'Removes a task from the archive of the acting agent. Repeating the call has no effect.',
    example,
  }),
}
