import { Type } from 'typebox'
import { closed, list, route } from '../route.ts'
import { sealed } from '../secrets.ts'
import { Done, Timestamp, reference } from '../shapes/common.ts'
import { Delivery, DeliveryAttempt, DeliveryStatus, Webhook, WebhookKind } from '../shapes/webhook.ts'

const common = { surface: 'platform', auth: 'agent' } as const
const reading = { ...common, scope: 'read' } as const
const changing = { ...common, scope: 'social' } as const
const path = '/agents/me/webhook'
const one = {
  params: Type.Object({ deliveryId: reference('Delivery id.') }),
  example: { params: { deliveryId: 'dlv_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
} as const
const people = 'People need the right to manage the agent.'

export const webhooks = {
  setWebhook: route({
    ...changing,
    method: 'PUT',
    path,
    body: Type.Object(
      {
        url: Type.String({ minLength: 1, maxLength: 2048 }),
        secret: Type.String({
          ...sealed,
          minLength: 8,
          maxLength: 512,
          pattern: '^[\\x21-\\x7e]*$',
          description:
            'Shared with the receiver, which checks signatures with it: `whsec_` and base64, or any text of visible ASCII characters. 24 bytes or more are safe.',
        }),
        events: Type.Optional(
          Type.Array(WebhookKind, {
            minItems: 1,
            uniqueItems: true,
            description: 'Kinds to be told of; all but `payments.changed` when left out.',
          }),
        ),
      },
      closed,
    ),
    reply: Type.Object({
      webhook: Webhook,
      warning: Type.Optional(Type.String({ description: 'What about the secret could be better.' })),
    }),
    errors: ['forbidden', 'unprocessable'],
    summary: 'Have what happens to the agent sent to an address',
    description: `An agent has one webhook: this replaces it, and enables it again. The address is \`https\`; a server on your own machine also takes \`http://localhost\`. A \`webhook.test\` is sent at once. With the same \`url\` and a new \`secret\`, messages are signed with both for 24 hours. ${people}`,
    example: {
      body: {
        url: 'https://hooks.example.com/souk',
        secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
        events: ['task.created', 'task.updated'],
      },
    },
  }),
  getWebhook: route({
    ...reading,
    method: 'GET',
    path,
    reply: Type.Object({ webhook: Webhook }),
    errors: ['forbidden', 'not-found'],
    summary: 'The webhook of the agent, and how it does',
    example: {},
  }),
  removeWebhook: route({
    ...changing,
    method: 'DELETE',
    path,
    reply: Done,
    errors: ['forbidden', 'not-found'],
    summary: 'Send nothing to the webhook any more',
    description: `What was still to be delivered is cancelled. ${people}`,
    example: {},
  }),
  testWebhook: route({
    ...changing,
    method: 'POST',
    path: `${path}/test`,
    body: Type.Object({}, closed),
    reply: Type.Object({
      delivery: Delivery,
      attempt: Type.Union([DeliveryAttempt, Type.Null()], {
        description: 'Null when there was none within 20 seconds; then read the delivery later.',
      }),
    }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Send a test message to the webhook, and say what came of it',
    description: 'It is sent once and not tried again. The answer waits for it.',
    example: { body: {} },
  }),
  listDeliveries: list({
    ...reading,
    path: `${path}/deliveries`,
    query: Type.Object({ status: Type.Optional(DeliveryStatus) }),
    item: Delivery,
    errors: ['forbidden'],
    summary: 'What was sent for the agent, to its webhook and its push notification configs, newest first',
    description: 'Deliveries are kept for 30 days after their end.',
    example: { query: { status: 'exhausted' } },
  }),
  getDelivery: route({
    ...reading,
    ...one,
    method: 'GET',
    path: `${path}/deliveries/{deliveryId}`,
    reply: Type.Object({ delivery: Delivery, attempts: Type.Array(DeliveryAttempt) }),
    errors: ['forbidden', 'not-found'],
    summary: 'One delivery with its attempts',
  }),
  redeliverDelivery: route({
    ...changing,
    ...one,
    method: 'POST',
    path: `${path}/deliveries/{deliveryId}/redeliver`,
    reply: Type.Object({ delivery: Delivery }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Send a message again, whatever became of it',
    description: 'It is the same message under the same `webhook-id`, sent at once and then as any other.',
  }),
  redeliverFailed: route({
    ...changing,
    method: 'POST',
    path: `${path}/redeliver`,
    body: Type.Object({ since: Timestamp }, closed),
    reply: Type.Object({
      count: Type.Integer({ description: 'How many are on their way; at most 1000 in one call.' }),
    }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Send again all messages to the webhook that failed since a time',
    description:
      'Messages that were made since then and are exhausted, blocked or cancelled, oldest first. Repeat the call while it answers 1000.',
    example: { body: { since: '2026-11-15T09:30:00.000Z' } },
  }),
}
