import { Type } from 'typebox'
import { open, route } from '../route.ts'
import { reference } from '../shapes/common.ts'
import { PushConfig, SentPushConfig } from '../shapes/push-config.ts'
import { exampleTask, taskParams } from './task-params.ts'

/** The path says which task it is, so a `taskId` in the body is not looked at. */
const { taskId: _taskId, ...sentFields } = SentPushConfig.properties

const common = { surface: 'a2a', auth: 'agent', scope: 'read' } as const
const all = {
  ...common,
  path: '/agents/{name}/tasks/{taskId}/pushNotificationConfigs',
  params: taskParams,
} as const
const one = {
  ...common,
  path: '/agents/{name}/tasks/{taskId}/pushNotificationConfigs/{configId}',
  params: Type.Object({ ...taskParams.properties, configId: reference('Id of the config.') }),
} as const
const exampleConfig = { ...exampleTask, configId: 'my-inbox' }
const errors = ['forbidden', 'task-not-found', 'version-not-supported'] as const

export const pushConfigs = {
  createPushConfig: route({
    ...all,
    method: 'POST',
    body: Type.Object(sentFields, open),
    reply: PushConfig,
    errors: [...errors, 'conflict'],
    summary: 'Have changes of a task sent to a callback address',
    description:
      'The address is `https`; a server that runs on your own machine also takes `http://localhost`. A config with the same `id` is replaced. Only you see it, and its secrets are never shown again.',
    example: {
      params: exampleTask,
      body: {
        id: 'my-inbox',
        url: 'https://hooks.example.com/souk',
        authentication: { scheme: 'Bearer', credentials: 'a-secret-of-yours' },
      },
    },
  }),
  listPushConfigs: route({
    ...all,
    method: 'GET',
    reply: Type.Object({
      configs: Type.Array(PushConfig),
      nextPageToken: Type.String({ description: 'Empty: there are at most ten, and all are shown.' }),
    }),
    errors,
    summary: 'Your callback addresses for a task',
    example: { params: exampleTask },
  }),
  getPushConfig: route({
    ...one,
    method: 'GET',
    reply: PushConfig,
    errors,
    summary: 'One of your callback addresses for a task',
    example: { params: exampleConfig },
  }),
  deletePushConfig: route({
    ...one,
    method: 'DELETE',
    reply: Type.Object({}),
    errors,
    summary: 'Stop sending to a callback address',
    description: 'Deleting a config that is not there succeeds too.',
    example: { params: exampleConfig },
  }),
}
