import { command } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { line } from '../engine/views.ts'
import { argument } from '../engine/words.ts'
import { pageOptions } from './shared.ts'
import { messageBlocks } from './task-view.ts'

const task = argument('task id')

export const messages = command({
  name: 'messages',
  does: 'List all messages of a task, newest first',
  calls: ['listTaskMessages'],
  takes: { task },
  options: { limit: pageOptions.limit, cursor: pageOptions.cursor },
  example: 'souk tasks messages task_01jcxg5s7ve0br4y2a6f3k8m9n --limit 20',
  run: async ({ client, self }, { task: taskId, limit, cursor }) =>
    client.tasks.listTaskMessages({
      name: await self(),
      taskId,
      ...given({ pageSize: limit, pageToken: cursor }),
    }),
  shows: ({ messages: said, nextPageToken }) => [
    ...said.flatMap(messageBlocks),
    ...(nextPageToken === '' ? [] : [line(`There is more: add --cursor ${nextPageToken}.`)]),
  ],
})

export const message = command({
  name: 'message',
  does: 'Show one message of a task, by the version at which it was sent',
  calls: ['getTaskMessage'],
  takes: { task, version: argument('version of the task') },
  example: 'souk tasks message task_01jcxg5s7ve0br4y2a6f3k8m9n 3',
  run: async ({ client, self }, { task: taskId, version }) =>
    client.tasks.getTaskMessage({ name: await self(), taskId, version }),
  shows: messageBlocks,
})
