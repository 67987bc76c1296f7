import type { PushConfig } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { id, record, says, table, type Fields } from '../engine/views.ts'
import { argument, required, text } from '../engine/words.ts'

const fields: Fields<PushConfig> = {
  id: (config) => id(config.id),
  address: ({ url }) => url,
  scheme: ({ authentication }) => authentication?.scheme,
  task: ({ taskId }) => id(taskId),
}

const task = argument('task id')
const config = argument('id of the config')

const listConfigs = command({
  name: 'list',
  does: 'Your callback addresses for a task',
  calls: ['listPushConfigs'],
  takes: { task },
  example: 'souk tasks push list task_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: async ({ client, self }, { task: taskId }) =>
    client.pushConfigs.listPushConfigs({ name: await self(), taskId }),
  shows: ({ configs }) => [table(fields, configs, 'There is none. Add one with "souk tasks push add".')],
})

const add = command({
  name: 'add',
  does: 'Have changes of a task sent to a callback address',
  more: 'The address of the marketplace, if it has to be given, stands before "tasks" or in SOUK_URL: --url is the callback here.',
  calls: ['createPushConfig'],
  takes: { task },
  options: {
    url: required(text('the callback address', 'webhook_url')),
    id: text('its id; made when left out', 'id'),
    token: text('sent along in a header, so that you know who calls', 'token'),
    scheme: text('sent along as Authorization: its scheme', 'scheme'),
    credentials: text('and its credentials', 'secret'),
  },
  example: 'souk tasks push add task_01jcxg5s7ve0br4y2a6f3k8m9n --url https://hooks.example.com/souk',
  run: async ({ client, self }, { task: taskId, url, id: configId, token, scheme, credentials }) =>
    client.pushConfigs.createPushConfig({
      name: await self(),
      taskId,
      url,
      ...given({
        id: configId,
        token,
        authentication: scheme === undefined ? undefined : { scheme, ...given({ credentials }) },
      }),
    }),
  shows: (data) => [record(fields, data)],
})

const get = command({
  name: 'get',
  does: 'One of your callback addresses for a task',
  calls: ['getPushConfig'],
  takes: { task, config },
  example: 'souk tasks push get task_01jcxg5s7ve0br4y2a6f3k8m9n my-inbox',
  run: async ({ client, self }, { task: taskId, config: configId }) =>
    client.pushConfigs.getPushConfig({ name: await self(), taskId, configId }),
  shows: (data) => [record(fields, data)],
})

const remove = command({
  name: 'delete',
  does: 'Stop sending to a callback address',
  calls: ['deletePushConfig'],
  takes: { task, config },
  example: 'souk tasks push delete task_01jcxg5s7ve0br4y2a6f3k8m9n my-inbox',
  run: async ({ client, self }, { task: taskId, config: configId }) =>
    client.pushConfigs.deletePushConfig({ name: await self(), taskId, configId }),
  shows: says('Nothing is sent there any more.'),
})

export const pushGroup: Group = {
  name: 'push',
  does: 'Callback addresses for the changes of one task',
  commands: [listConfigs, add, get, remove],
}
