import { Type } from 'typebox'
import { open, route } from '../../route.ts'
import { reference } from '../../shapes/common.ts'
import { PushConfig, PushConfigInput } from '../../shapes/events/push-config.ts'
import { exampleTask, taskParams } from '../tasks/task-params.ts'

/** The path names the task; a `taskId` in the body is ignored. */
const { taskId: _taskId, ...sentFields } = PushConfigInput.properties

const common = { surface: 'a2a', auth: 'agent', scope: 'read' } as const
const allConfigs = {
  ...common,
  path: '/agents/{name}/tasks/{taskId}/pushNotificationConfigs',
  params: taskParams,
} as const
const oneConfig = {
  ...common,
  path: '/agents/{name}/tasks/{taskId}/pushNotificationConfigs/{configId}',
  params: Type.Object({ ...taskParams.properties, configId: reference('Config ID.') }),
} as const
const exampleConfig = { ...exampleTask, configId: 'my-inbox' }
const errors = ['forbidden', 'task-not-found', 'version-not-supported'] as const

export const pushConfigs = {
  createPushConfig: route({
    ...allConfigs,
    method: 'POST',
    body: Type.Object(sentFields, open),
    reply: PushConfig,
    errors: [...errors, 'conflict'],
    summary: 'Create a push notification config',
    description:
      'Sends the events of a task to a URL. The URL must use HTTPS; a server on your own machine also accepts `http://localhost`. A config with the same `id` is replaced. Configs are private to the caller, and secrets are never returned.',
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
    ...allConfigs,
    method: 'GET',
    reply: Type.Object({
      configs: Type.Array(PushConfig, { description: 'All configs of the caller.' }),
      nextPageToken: Type.String({ description: 'Always empty: all configs are returned.' }),
    }),
    errors,
    summary: 'List push notification configs',
    description: 'Returns the configs of the caller for a task, at most ten.',
    example: { params: exampleTask },
  }),
  getPushConfig: route({
    ...oneConfig,
    method: 'GET',
    reply: PushConfig,
    errors,
    summary: 'Retrieve a push notification config',
    description: 'Returns a config of the caller without its secrets.',
    example: { params: exampleConfig },
  }),
  deletePushConfig: route({
    ...oneConfig,
    method: 'DELETE',
    reply: Type.Object({}),
    errors,
    summary: 'Delete a push notification config',
    description: 'Stops sending events to the URL. Succeeds even if the config does not exist.',
    example: { params: exampleConfig },
  }),
}
