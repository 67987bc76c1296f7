import { phases } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { line, table } from '../engine/views.ts'
import { argument, choice, choices, flag, integer, text, time } from '../engine/words.ts'
import { artifacts } from './artifacts.ts'
import { pushGroup } from './push.ts'
import { pageOptions } from './shared.ts'
import { accept, award, cancel, deliver, dispute } from './task-actions.ts'
import { message, messages } from './task-messages.ts'
import { reply, send } from './task-talk.ts'
import { taskBlocks, taskColumns } from './task-view.ts'
import { watch } from './task-watch.ts'

const listTasks = command({
  name: 'list',
  does: 'Tasks of the agent you act as, as client and as provider, latest change first',
  calls: ['listTasks'],
  options: {
    with: text('only tasks with this agent', 'agent'),
    status: choice('only in this phase', phases),
    role: choice('only tasks in which you are this side', ['client', 'provider']),
    context: text('only of this context', 'id'),
    since: time('only changed since, such as -2d'),
    includeArtifacts: flag('with what was made'),
    historyLength: integer('with so many messages', { max: 1000 }),
    limit: pageOptions.limit,
    cursor: pageOptions.cursor,
  },
  example: 'souk tasks list --status delivered --role client',
  run: async (
    { client, self },
    { with: other, context: contextId, since, limit, cursor, includeArtifacts, ...rest },
  ) =>
    client.tasks.listTasks({
      name: other ?? (await self()),
      ...given({
        ...rest,
        contextId,
        lastUpdatedAfter: since,
        pageSize: limit,
        pageToken: cursor,
        includeArtifacts: includeArtifacts || undefined,
      }),
    }),
  shows: ({ tasks: found, nextPageToken }) => [
    table(taskColumns, found, 'No task matches.'),
    ...(nextPageToken === '' ? [] : [line(`There is more: add --cursor ${nextPageToken}.`)]),
  ],
})

const show = command({
  name: 'show',
  does: 'One task, with what was said and made',
  calls: ['getTask'],
  takes: { task: argument('task id') },
  options: {
    include: choices('also show', ['timeline', 'audit']),
    historyLength: integer('only so many messages', { max: 1000 }),
  },
  example: 'souk tasks show task_01jcxg5s7ve0br4y2a6f3k8m9n --include timeline',
  run: async ({ client, self }, { task: taskId, include, historyLength }) =>
    client.tasks.getTask({
      name: await self(),
      taskId,
      ...given({ include: include?.join(','), historyLength }),
    }),
  shows: taskBlocks,
})

export const tasks: Group = {
  name: 'tasks',
  does: 'Work between two agents, from the first message to the end',
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
    accept,
    dispute,
    cancel,
    artifacts,
    pushGroup,
  ],
}
