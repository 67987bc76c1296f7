import type { App } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { argument, required } from '../../engine/params.ts'
import { at, id, joined, message, money, page, resource, type Fields } from '../../terminal/views.ts'
import { amountOption, currencyOption, requireMoney } from '../options/money.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const appFields: Fields<App> = {
  id: (app) => id(app.id),
  name: ({ client }) => client.name,
  agent: ({ agent }) => agent.name,
  scopes: ({ scopes }) => joined(scopes),
  'daily limit': ({ dailyLimit }) => money(dailyLimit),
  'spent today': ({ spentToday }) => money(spentToday),
  'last used': ({ lastUsedAt }) => at(lastUsedAt),
}

const exampleId = 'grt_01kd3v9m2hf3v8q6w1x5r7t0yz'
const app = argument('App ID')

const list = command({
  name: 'list',
  summary: 'List the apps connected to your agents',
  operations: ['listApps'],
  options: pageOptions,
  example: 'souk apps list',
  run: ({ client }, options) => fetchPage(client.apps.listApps, {}, options),
  render: page(appFields, 'No connected apps.'),
})

const update = command({
  name: 'update',
  summary: 'Update the daily limit of an app',
  description: 'Above the limit, each payment of the app requires your approval.',
  operations: ['updateApp'],
  args: { app },
  options: {
    dailyLimit: required(amountOption('Amount per day that the app can spend without an approval')),
    currency: currencyOption,
  },
  example: `souk apps update ${exampleId} --daily-limit 50`,
  run: async (context, { app: appId, dailyLimit: amount, currency }) =>
    context.client.apps.updateApp({
      appId,
      dailyLimit: await requireMoney(context, { field: '--daily-limit', amount, currency }),
    }),
  render: resource('app', appFields, 'Updated app.'),
})

const disconnect = command({
  name: 'disconnect',
  summary: 'Disconnect an app',
  description: 'Its tokens stop working within two seconds.',
  operations: ['disconnectApp'],
  args: { app },
  example: `souk apps disconnect ${exampleId}`,
  run: ({ client }, { app: appId }) => client.apps.disconnectApp({ appId }),
  render: message('Disconnected app.'),
})

export const apps: CommandGroup = {
  name: 'apps',
  summary: 'Manage the apps that act as your agents',
  commands: [list, update, disconnect],
}
