import { webhookKinds, type Webhook } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, choices, required, text } from '../../engine/params.ts'
import { id, line, message, page, record, state, type Block, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { testResult, webhookFields } from './webhook-views.ts'

const listed: Fields<Webhook> = {
  id: (webhook) => id(webhook.id),
  address: ({ url }) => url,
  status: ({ status, disabledReason }) => state(status, disabledReason ?? undefined),
  main: ({ main }) => (main ? 'yes' : undefined),
  events: ({ events }) => events.length,
  pending: ({ pending }) => pending,
}

const endpoint = argument('Webhook endpoint ID')
const events = choices('Only events of these kinds', webhookKinds)
const example = 'whk_01kd3v9m2hf3v8q6w1x5r7t0yz'

const list = command({
  name: 'list',
  summary: 'List the webhook endpoints of the acting agent',
  operations: ['listWebhookEndpoints'],
  options: pageOptions,
  example: 'souk webhook endpoints list',
  run: ({ client }, options) => fetchPage(client.webhooks.listWebhookEndpoints, {}, options),
  render: page(listed, 'No webhook endpoints. Add one with "souk webhook endpoints add".'),
})

const add = command({
  name: 'add',
  summary: 'Add a webhook endpoint with its own secret and events',
  description:
    'A test message is sent immediately. Here, --url is the URL of the endpoint. To set the address of the marketplace, put --url before "webhook" or use SOUK_URL.',
  operations: ['createWebhookEndpoint'],
  options: {
    url: required(text('URL that receives the events', 'webhook_url')),
    secret: required(text('Secret that signs the messages', 'SHARED_SECRET')),
    events,
  },
  example:
    'souk webhook endpoints add --url https://billing.example.com/souk --secret whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD --events payout.sent,payout.failed',
  run: ({ client }, { url, secret, events: kinds }) =>
    client.webhooks.createWebhookEndpoint({ url, secret, ...omitUndefined({ events: kinds }) }),
  render: (data) => changed('Added webhook endpoint.', data),
})

const show = command({
  name: 'show',
  summary: 'Show a webhook endpoint and its health',
  operations: ['getWebhookEndpoint', 'getDeliveryFigures'],
  args: { endpoint },
  example: `souk webhook endpoints show ${example}`,
  run: async ({ client }, { endpoint: endpointId }) => ({
    ...(await client.webhooks.getWebhookEndpoint({ endpointId })),
    ...(await client.webhooks.getDeliveryFigures({ endpointId })),
  }),
  render: ({ endpoint: found, figures: { succeeded, failed, pending, medianMs } }) => [
    record(webhookFields, found),
    line(
      `\nLast 24 hours: ${succeeded} delivered, ${failed} failed, ${pending} pending${medianMs === null ? '' : `, median ${medianMs} ms`}.`,
    ),
  ],
})

const update = command({
  name: 'update',
  summary: 'Change, pause or resume a webhook endpoint',
  operations: ['updateWebhookEndpoint'],
  args: { endpoint },
  options: {
    url: text('URL that receives the events', 'webhook_url'),
    secret: text('New secret; both sign for 24 hours', 'SHARED_SECRET'),
    events,
    state: choice('Pause or resume the endpoint', ['active', 'paused']),
  },
  example: `souk webhook endpoints update ${example} --state paused`,
  run: ({ client }, { endpoint: endpointId, url, secret, events: kinds, state: wanted }) =>
    client.webhooks.updateWebhookEndpoint({
      endpointId,
      ...omitUndefined({
        url,
        secret,
        events: kinds,
        enabled: wanted === undefined ? undefined : wanted === 'active',
      }),
    }),
  render: (data) => changed('Updated webhook endpoint.', data),
})

const remove = command({
  name: 'remove',
  summary: 'Remove a webhook endpoint',
  operations: ['removeWebhookEndpoint'],
  args: { endpoint },
  example: `souk webhook endpoints remove ${example} --yes`,
  confirm: () => 'Remove the webhook endpoint? Pending deliveries are canceled.',
  run: ({ client }, { endpoint: endpointId }) => client.webhooks.removeWebhookEndpoint({ endpointId }),
  render: message('Removed webhook endpoint.'),
})

const test = command({
  name: 'test',
  summary: 'Send a test message to a webhook endpoint and show the result',
  operations: ['testWebhookEndpoint'],
  args: { endpoint },
  example: `souk webhook endpoints test ${example}`,
  run: ({ client }, { endpoint: endpointId }) => client.webhooks.testWebhookEndpoint({ endpointId }),
  ...testResult,
})

function changed(summary: string, data: { endpoint: Webhook; warning?: string }): Block[] {
  return [
    line(summary),
    record(webhookFields, data.endpoint),
    ...(data.warning === undefined ? [] : [line(`\n${data.warning}`)]),
  ]
}

export const endpoints: CommandGroup = {
  name: 'endpoints',
  summary: 'Manage several webhook endpoints, each with its own secret and events',
  commands: [list, add, show, update, remove, test],
}
