import { Type } from 'typebox'
import { open, route } from '../route.ts'
import { reference } from '../shapes/common.ts'
import { Message } from '../shapes/message.ts'
import { exampleTask, taskParams } from './task-params.ts'

/** The whole conversation of a task, of which a task itself shows as much as a response carries. */
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
        pageSize: Type.Optional(Type.Integer({ minimum: 1, maximum: 100, default: 50 })),
        pageToken: Type.Optional(Type.String({ maxLength: 1000 })),
      },
      open,
    ),
    reply: Type.Object({ messages: Type.Array(Message), nextPageToken: Type.String() }),
    errors: ['forbidden', 'task-not-found', 'version-not-supported'],
    summary: 'List the messages of a task, newest first',
    description:
      'A task shows its newest messages within 8 MiB; this list has all of them. A page has at most 4 MiB, or one message, so it can have fewer items than `pageSize`.',
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
      version: reference('Version of the task at which the message was sent.'),
    }),
    reply: Message,
    errors: ['forbidden', 'not-found', 'task-not-found', 'version-not-supported'],
    summary: 'Read one message of a task',
    description: 'Where a message is too large for a response, its parts are a link to this address.',
    example: { params: { ...exampleTask, version: '3' } },
  }),
}
