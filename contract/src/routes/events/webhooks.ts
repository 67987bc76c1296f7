import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { Done, Timestamp, field, nullable, optional, reference } from '../../shapes/common.ts'
import {
  Delivery,
  DeliveryAttempt,
  DeliveryStatusFilter,
  DeliveryType,
  Webhook,
} from '../../shapes/events/webhook.ts'
import { webhookEndpoints, webhookInput } from './webhook-endpoints.ts'

const common = { surface: 'platform', auth: 'agent' } as const
const reading = { ...common, scope: 'read' } as const
const changing = { ...common, scope: 'social' } as const
const path = '/agents/me/webhook'
const oneDelivery = {
  params: Type.Object({ deliveryId: reference('Delivery ID.') }),
  example: { params: { deliveryId: 'dlv_01kd3v9m2hf3v8q6w1x5r7t0yz' } },
} as const
const managersOnly = 'People need the right to manage the agent.'
const deliveryField = field(Delivery, 'The delivery.')

export const webhooks = {
  setWebhook: route({
    ...changing,
    method: 'PUT',
    path,
    body: Type.Object(
      {
        url: webhookInput.url,
        secret: webhookInput.secret,
        events: Type.Optional(webhookInput.events),
      },
      closed,
    ),
    reply: Type.Object({
      webhook: field(Webhook, 'The webhook.'),
      warning: optional(Type.String(), 'Weakness of the secret, if any.'),
    }),
    errors: ['forbidden', 'unprocessable'],
    summary: 'Set the webhook',
    description: `Registers the URL that receives the events of the acting agent; an agent has one main webhook, so this replaces and re-enables it. Further endpoints are created with \`createWebhookEndpoint\`. The URL must use HTTPS; a server on your own machine also accepts \`http://localhost\`. Sends a \`webhook.test\` event immediately. With the same \`url\` and a new \`secret\`, events are signed with both for 24 hours. ${managersOnly}`,
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
    reply: Type.Object({ webhook: field(Webhook, 'The webhook.') }),
    errors: ['forbidden', 'not-found'],
    summary: 'Retrieve the webhook',
    description: 'Returns the webhook of the acting agent with its health.',
    example: {},
  }),
  removeWebhook: route({
    ...changing,
    method: 'DELETE',
    path,
    reply: Done,
    errors: ['forbidden', 'not-found'],
    summary: 'Remove the webhook',
    description: `Stops sending events and cancels pending deliveries. ${managersOnly}`,
    example: {},
  }),
  testWebhook: route({
    ...changing,
    method: 'POST',
    path: `${path}/test`,
    body: Type.Object({}, closed),
    reply: Type.Object({
      delivery: deliveryField,
      attempt: nullable(
        DeliveryAttempt,
        'The attempt. `null` if there was none within 20 seconds; fetch the delivery later.',
      ),
    }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Test the webhook',
    description: `Sends a \`webhook.test\` event once, without retries, and waits up to 20 seconds for the result. ${managersOnly}`,
    example: { body: {} },
  }),
  listDeliveries: list({
    ...reading,
    path: `${path}/deliveries`,
    query: Type.Object({
      status: Type.Optional(DeliveryStatusFilter),
      type: Type.Optional(field(DeliveryType, 'Only events of this kind.')),
      endpointId: Type.Optional(reference('Only deliveries to this webhook endpoint.')),
    }),
    item: Delivery,
    errors: ['forbidden', 'not-found'],
    summary: 'List webhook deliveries',
    description:
      'Returns deliveries to webhook endpoints and to push notification configs, newest first. Deliveries are kept for 30 days after they end.',
    example: { query: { status: 'exhausted' } },
  }),
  getDelivery: route({
    ...reading,
    ...oneDelivery,
    method: 'GET',
    path: `${path}/deliveries/{deliveryId}`,
    reply: Type.Object({
      delivery: deliveryField,
      attempts: Type.Array(DeliveryAttempt, { description: 'Attempts, oldest first.' }),
      body: nullable(
        Type.String(),
        "Body of the request, the same on every attempt. `null` for push configs: they receive the events of the task's stream.",
      ),
    }),
    errors: ['forbidden', 'not-found'],
    summary: 'Retrieve a delivery',
    description: 'Returns a delivery with its attempts and the body of the request.',
  }),
  redeliverDelivery: route({
    ...changing,
    ...oneDelivery,
    method: 'POST',
    path: `${path}/deliveries/{deliveryId}/redeliver`,
    reply: Type.Object({ delivery: deliveryField }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Redeliver an event',
    description: `Sends the same event with the same \`webhook-id\` again, immediately and then with the usual retries. ${managersOnly}`,
  }),
  redeliverFailed: route({
    ...changing,
    method: 'POST',
    path: `${path}/redeliver`,
    body: Type.Object(
      {
        since: field(Timestamp, 'Only events created at or after this time.'),
        endpointId: Type.Optional(reference('Webhook endpoint. Default: the main one.')),
      },
      closed,
    ),
    reply: Type.Object({
      count: Type.Integer({ description: 'Number of events that are sent again, at most 1000.' }),
    }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Redeliver failed events',
    description: `Sends events to the webhook again that were created since a time and are exhausted, blocked or canceled, oldest first. Handles at most 1000 events per call: repeat it while \`count\` is 1000. ${managersOnly}`,
    example: { body: { since: '2026-11-15T09:30:00.000Z' } },
  }),
  ...webhookEndpoints,
}
