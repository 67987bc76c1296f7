import { randomBytes } from 'node:crypto'
import { webhookKinds, type Delivery, type DeliveryAttempt, type Webhook } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { at, id, joined, line, one, page, record, says, state, table, type Fields } from '../engine/views.ts'
import { argument, choice, choices, required, text, time } from '../engine/words.ts'
import { pageOptions, paged } from './shared.ts'

const webhookFields: Fields<Webhook> = {
  id: (webhook) => id(webhook.id),
  address: ({ url }) => url,
  status: ({ status }) => state(status),
  because: ({ disabledReason }) => disabledReason,
  events: ({ events }) => joined(events),
  secret: ({ secretFingerprint }) => `fingerprint ${secretFingerprint}`,
  'old secret until': ({ previousSecretUntil }) => at(previousSecretUntil),
  'last success': ({ lastSuccessAt }) => at(lastSuccessAt),
  'last attempt': ({ lastAttemptAt }) => at(lastAttemptAt),
  'last error': ({ lastError }) => lastError,
  failures: ({ failures }) => failures,
  pending: ({ pending }) => pending,
  'next attempt': ({ nextAttemptAt }) => at(nextAttemptAt),
}

const deliveryFields: Fields<Delivery> = {
  id: (delivery) => id(delivery.id),
  kind: ({ type }) => type,
  status: ({ status }) => state(status),
  answer: ({ lastStatusCode }) => lastStatusCode,
  error: ({ lastError }) => lastError,
  when: ({ createdAt }) => at(createdAt),
  attempts: ({ attempts }) => attempts,
  to: ({ target }) => target,
}

const attemptFields: Fields<DeliveryAttempt> = {
  '#': ({ number }) => number,
  when: ({ startedAt }) => at(startedAt),
  ms: ({ durationMs }) => durationMs,
  answer: ({ statusCode }) => statusCode,
  error: ({ errorCode }) => errorCode,
  said: ({ excerpt }) => excerpt,
}

const register = command({
  name: 'register',
  does: 'Have what happens to the agent sent to an address',
  more: 'An agent has one webhook: this replaces it, and enables it again. A test message is sent at once. The address of the marketplace, if it has to be given, stands before "webhook" or in SOUK_URL: --url is the webhook here.',
  calls: ['setWebhook'],
  options: {
    url: required(text('where to send it', 'webhook_url')),
    secret: required(text('by which the receiver checks signatures', 'SHARED_SECRET')),
    events: choices('only these kinds', webhookKinds),
  },
  example:
    'souk webhook register --url https://hooks.example.com/souk --secret whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
  run: ({ client }, { url, secret, events }) =>
    client.webhooks.setWebhook({ url, secret, ...given({ events }) }),
  shows: ({ webhook, warning }) => [
    record(webhookFields, webhook),
    ...(warning === undefined ? [] : [line(`\n${warning}`)]),
  ],
})

const status = command({
  name: 'status',
  does: 'The webhook of the agent, and how it does',
  calls: ['getWebhook'],
  example: 'souk webhook status',
  run: ({ client }) => client.webhooks.getWebhook(),
  shows: one('webhook', webhookFields),
})

const remove = command({
  name: 'remove',
  does: 'Send nothing to the webhook any more',
  calls: ['removeWebhook'],
  example: 'souk webhook remove --yes',
  asks: () => 'Remove the webhook? What was still to be delivered is cancelled.',
  run: ({ client }) => client.webhooks.removeWebhook(),
  shows: says('The webhook is removed.'),
})

const test = command({
  name: 'test',
  does: 'Send a test message to the webhook, and say what came of it',
  calls: ['testWebhook'],
  example: 'souk webhook test',
  run: ({ client }) => client.webhooks.testWebhook({}),
  shows: ({ delivery, attempt }) => [
    record(deliveryFields, delivery),
    attempt === null ? line('It is still under way. Look at it later.') : table(attemptFields, [attempt], ''),
  ],
  fails: ({ attempt }) => attempt !== null && attempt.errorCode !== null,
})

const rotate = command({
  name: 'rotate',
  does: 'Give the webhook a new secret; for 24 hours messages are signed with both',
  more: 'Without --secret a new one is made, and shown once.',
  calls: ['getWebhook', 'setWebhook'],
  options: { secret: text('the new secret', 'SHARED_SECRET') },
  example: 'souk webhook rotate',
  run: async ({ client }, { secret: chosen }) => {
    const { webhook: before } = await client.webhooks.getWebhook()
    const secret = chosen ?? `whsec_${randomBytes(24).toString('base64')}`
    const { webhook } = await client.webhooks.setWebhook({ url: before.url, secret, events: before.events })
    return { webhook, ...(chosen === undefined ? { secret } : {}) }
  },
  shows: ({ webhook, secret }) => [
    record(webhookFields, webhook),
    ...(secret === undefined ? [] : [line(`\n${secret}\n\nThis is the new secret. It is shown only now.`)]),
  ],
})

const statuses = ['pending', 'succeeded', 'exhausted', 'cancelled', 'blocked'] as const

const deliveries = command({
  name: 'deliveries',
  does: 'What was sent for the agent, to its webhook and its push configs, newest first',
  calls: ['listDeliveries'],
  options: { status: choice('only these', statuses), ...pageOptions },
  example: 'souk webhook deliveries --status exhausted',
  run: ({ client }, { status: wanted, ...options }) =>
    paged(client.webhooks.listDeliveries, given({ status: wanted }), options),
  shows: page(deliveryFields, 'Nothing was sent.'),
})

const delivery = command({
  name: 'delivery',
  does: 'One delivery with its attempts',
  calls: ['getDelivery'],
  takes: { delivery: argument('delivery id') },
  example: 'souk webhook delivery dlv_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: ({ client }, { delivery: deliveryId }) => client.webhooks.getDelivery({ deliveryId }),
  shows: ({ delivery: found, attempts }) => [
    record(deliveryFields, found),
    line(''),
    table(attemptFields, attempts, 'There was no attempt yet.'),
  ],
})

const redeliver = command({
  name: 'redeliver',
  does: 'Send a message again, or all that failed since a time',
  calls: ['redeliverDelivery', 'redeliverFailed'],
  takes: { delivery: text('delivery id') },
  options: { failedSince: time('all that failed since, such as -2d') },
  example: 'souk webhook redeliver --failed-since -2d',
  run: async ({ client }, { delivery: deliveryId, failedSince }) => {
    if (deliveryId !== undefined) return client.webhooks.redeliverDelivery({ deliveryId })
    return client.webhooks.redeliverFailed({
      since: failedSince ?? new Date(Date.now() - dayMs).toISOString(),
    })
  },
  shows: (data) =>
    'count' in data
      ? [line(`${data.count} messages are on their way.`)]
      : [record(deliveryFields, data.delivery)],
})

/** What failed in the last day, when nobody says more. */
const dayMs = 86_400_000

export const webhook: Group = {
  name: 'webhook',
  does: 'The one address that hears of what happens to the agent',
  commands: [register, status, remove, test, rotate, deliveries, delivery, redeliver],
}
