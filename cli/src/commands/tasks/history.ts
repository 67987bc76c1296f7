import { command } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument } from '../../engine/params.ts'
import { moreLine } from '../../terminal/views.ts'
import { fetchTokenPage, pageOptions } from '../options/paging.ts'
import { messageBlocks } from './view.ts'

const task = argument('Task ID')

export const messages = command({
  name: 'messages',
  summary: 'List the messages of a task, newest first',
  operations: ['listTaskMessages'],
  args: { task },
  options: pageOptions,
  example: 'souk tasks messages task_01jcxg5s7ve0br4y2a6f3k8m9n --limit 20',
  run: async ({ client, actingAgent }, { task: taskId, limit, cursor, all }) => {
    const input = { name: await actingAgent(), taskId, ...omitUndefined({ pageSize: all ? 100 : limit }) }
    return fetchTokenPage(client.tasks.listTaskMessages, input, { items: 'messages', cursor, all })
  },
  render: ({ messages: items, nextPageToken }) => [
    ...items.flatMap(messageBlocks),
    ...(nextPageToken === '' ? [] : [moreLine(nextPageToken, ' or --all')]),
  ],
})

export const message = command({
  name: 'message',
  summary: 'Show one message of a task',
  operations: ['getTaskMessage'],
  args: { task, version: argument('Version of the task at which it was sent') },
  example: 'souk tasks message task_01jcxg5s7ve0br4y2a6f3k8m9n 3',
  run: async ({ client, actingAgent }, { task: taskId, version }) =>
    client.tasks.getTaskMessage({ name: await actingAgent(), taskId, version }),
  render: messageBlocks,
})
