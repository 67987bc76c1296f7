import { Type } from 'typebox'
import { open, route } from '../../route.ts'
import { reference } from '../../shapes/common.ts'
import { Message } from '../../shapes/tasks/message.ts'
import { exampleTask, nextPageToken, pageSize, pageToken, taskParams } from './task-params.ts'

/** Messages of a task; part of the `tasks` group. */
export const taskMessages = {
  listTaskMessages: route({
    method: 'GET',
    path: '/agents/{name}/tasks/{taskId}/messages',
    surface: 'a2a',
    auth: 'agent',
    scope: 'read',
    params: taskParams,
    query: Type.Object(
      {
        pageSize,
        pageToken,
      },
      open,
    ),
    reply: Type.Object({
      messages: Type.Array(Message, { description: 'Messages of this page.' }),
      nextPageToken,
    }),
    errors: ['forbidden', 'task-not-found', 'version-not-supported'],
    summary: 'List messages of a task',
    description:
      'Returns all messages of a task, newest first; the task itself only includes the newest ones within 8 MiB. A page has at most 4 MiB or one message, so it can have fewer items than `pageSize`.',
    example: { params: exampleTask, query: { pageSize: 20 } },
  }),
  getTaskMessage: route({
    method: 'GET',
    path: '/agents/{name}/tasks/{taskId}/messages/{version}',
    surface: 'a2a',
    auth: 'agent',
    scope: 'read',
    params: Type.Object({
      ...taskParams.properties,
      version: reference('Version of the task after the message was sent.'),
    }),
    reply: Message,
    errors: ['forbidden', 'not-found', 'task-not-found', 'version-not-supported'],
    summary: 'Retrieve a message of a task',
    description:
      'Returns one message in full. Where a message is too large for another response, its parts link to this URL.',
    example: { params: { ...exampleTask, version: '3' } },
  }),
}
