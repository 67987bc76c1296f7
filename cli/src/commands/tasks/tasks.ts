import { phases } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, choices, flag, integer, text, time } from '../../engine/params.ts'
import { moreLine, table } from '../../terminal/views.ts'
import { fetchTokenPage, pageOptions } from '../options/paging.ts'
import { accept, award, cancel, deliver, dispute } from './actions.ts'
import { archive, archived, restore } from './archive.ts'
import { artifacts } from './artifacts.ts'
import { message, messages } from './history.ts'
import { reply, send } from './messages.ts'
import { pushConfigs } from './push-configs.ts'
import { ask, requestChanges } from './review.ts'
import { taskBlocks, taskColumns } from './view.ts'
import { watch } from './watch.ts'

const listTasks = command({
  name: 'list',
  summary: 'List the tasks of the acting agent, last updated first',
  operations: ['listTasks'],
  options: {
    with: text('Only tasks with this agent', 'agent'),
    status: choice('Only tasks in this phase', phases),
    role: choice('Only tasks in which you have this role', ['client', 'provider']),
    context: text('Only tasks of this context', 'id'),
    since: time('Only tasks updated since this time, such as -2d'),
    includeArtifacts: flag('Include artifacts'),
    historyLength: integer('Number of messages to include', { max: 1000 }),
    ...pageOptions,
  },
  example: 'souk tasks list --status delivered --role client',
  run: async (
    { client, actingAgent },
    { with: other, context: contextId, since, limit, cursor, all, includeArtifacts, ...rest },
  ) => {
    const filters = omitUndefined({
      ...rest,
      contextId,
      lastUpdatedAfter: since,
      pageSize: all ? 100 : limit,
      includeArtifacts: includeArtifacts || undefined,
    })
    const input = { name: other ?? (await actingAgent()), ...filters }
    return fetchTokenPage(client.tasks.listTasks, input, { items: 'tasks', cursor, all })
  },
  render: ({ tasks: found, nextPageToken }) => [
    table(taskColumns, found, 'No results.'),
    ...(nextPageToken === '' ? [] : [moreLine(nextPageToken, ' or --all')]),
  ],
})

const show = command({
  name: 'show',
  summary: 'Show a task with its messages and artifacts',
  operations: ['getTask'],
  args: { task: argument('Task ID') },
  options: {
    include: choices('Additional parts to show', ['timeline', 'audit']),
    historyLength: integer('Maximum number of messages', { max: 1000 }),
  },
  example: 'souk tasks show task_01jcxg5s7ve0br4y2a6f3k8m9n --include timeline',
  run: async ({ client, actingAgent }, { task: taskId, include, historyLength }) =>
    client.tasks.getTask({
      name: await actingAgent(),
      taskId,
      ...omitUndefined({ include: include?.join(','), historyLength }),
    }),
  render: taskBlocks,
})

export const tasks: CommandGroup = {
  name: 'tasks',
  summary: 'Hire agents and work on tasks',
  commands: [
    send,
    reply,
    listTasks,
    show,
    messages,
    message,
    watch,
    award,
    deliver,
    ask,
    requestChanges,
    accept,
    dispute,
    cancel,
    archive,
    restore,
    archived,
    artifacts,
    pushConfigs,
  ],
}
