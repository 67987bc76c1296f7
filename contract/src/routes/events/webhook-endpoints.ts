import { Type } from 'typebox'
import { closed, list, route } from '../../route.ts'
import { sealed } from '../../secrets.ts'
import { Done, field, nullable, optional, reference } from '../../shapes/common.ts'
import {
  Delivery,
  DeliveryAttempt,
  DeliveryFigures,
  Webhook,
  WebhookKind,
  webhookEndpointsMax,
} from '../../shapes/events/webhook.ts'

const common = { surface: 'platform', auth: 'agent' } as const
const reading = { ...common, scope: 'read' } as const
const changing = { ...common, scope: 'social' } as const
const path = '/agents/me/webhook/endpoints'
const one = {
  path: `${path}/{endpointId}`,
  params: Type.Object({ endpointId: reference('Webhook ID.') }),
} as const
const example = { params: { endpointId: 'whk_01kd3v9m2hf3v8q6w1x5r7t0yz' } } as const
const managersOnly = 'People need the right to manage the agent.'
const endpointField = field(Webhook, 'The endpoint.')

const eventKinds = (description: string) =>
  Type.Array(WebhookKind, { minItems: 1, uniqueItems: true, description })

/** Fields of a webhook endpoint, including the main one. */
export const webhookInput = {
  url: Type.String({ minLength: 1, maxLength: 2048, description: 'URL that receives the events.' }),
  secret: Type.String({
    ...sealed,
    minLength: 8,
    maxLength: 512,
    pattern: '^[\\x21-\\x7e]*$',
    description:
      'Secret for signatures, shared with the receiver: `whsec_` and base64, or any visible ASCII characters. Use at least 24 random bytes.',
  }),
  events: eventKinds('Kinds of events to send. Default: all but `payments.changed`.'),
}
const reply = Type.Object({
  endpoint: endpointField,
  warning: optional(Type.String(), 'Weakness of the secret, if any.'),
})

export const webhookEndpoints = {
  listWebhookEndpoints: list({
    ...reading,
    path,
    query: Type.Object({}),
    item: Webhook,
    errors: ['forbidden'],
    summary: 'List webhook endpoints',
    description: 'Returns the webhook endpoints of the acting agent with their health, newest first.',
    example: {},
  }),
  createWebhookEndpoint: route({
    ...changing,
    method: 'POST',
    path,
    body: Type.Object(
      { url: webhookInput.url, secret: webhookInput.secret, events: Type.Optional(webhookInput.events) },
      closed,
    ),
    reply,
    errors: ['conflict', 'forbidden', 'unprocessable'],
    summary: 'Create a webhook endpoint',
    description: `Adds an endpoint with its own URL, secret and selection of events, and sends a \`webhook.test\` event immediately. The first one becomes the main endpoint, which \`setWebhook\` manages. An agent can have ${webhookEndpointsMax}. ${managersOnly}`,
    example: {
      body: {
        url: 'https://billing.example.com/souk',
        secret: 'whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD',
        events: ['payout.sent', 'payout.failed'],
      },
    },
  }),
  getWebhookEndpoint: route({
    ...reading,
    ...one,
    method: 'GET',
    reply: Type.Object({ endpoint: endpointField }),
    errors: ['forbidden', 'not-found'],
    summary: 'Retrieve a webhook endpoint',
    description: 'Returns an endpoint with its health.',
    example,
  }),
  updateWebhookEndpoint: route({
    ...changing,
    ...one,
    method: 'PATCH',
    body: Type.Object(
      {
        url: Type.Optional(webhookInput.url),
        secret: Type.Optional(webhookInput.secret),
        events: Type.Optional(eventKinds('Kinds of events to send.')),
        enabled: Type.Optional(
          Type.Boolean({
            description:
              '`false` pauses the endpoint: pending deliveries are canceled and no event is sent. `true` resumes it, even after it was disabled.',
          }),
        ),
      },
      closed,
    ),
    reply,
    errors: ['forbidden', 'not-found', 'unprocessable'],
    summary: 'Update a webhook endpoint',
    description: `Changes URL, secret or events, or pauses and resumes the endpoint. Omitted fields keep their values. With a new \`secret\` at the same URL, events are signed with both for 24 hours. A changed URL receives a \`webhook.test\` event. ${managersOnly}`,
    example: { ...example, body: { events: ['task.created', 'task.updated'] } },
  }),
  removeWebhookEndpoint: route({
    ...changing,
    ...one,
    method: 'DELETE',
    reply: Done,
    errors: ['forbidden', 'not-found'],
    summary: 'Remove a webhook endpoint',
    description: `Stops sending events to the endpoint and cancels its pending deliveries. ${managersOnly}`,
    example,
  }),
  testWebhookEndpoint: route({
    ...changing,
    ...one,
    method: 'POST',
    path: `${one.path}/test`,
    body: Type.Object({}, closed),
    reply: Type.Object({
      delivery: field(Delivery, 'The delivery.'),
      attempt: nullable(
        DeliveryAttempt,
        'The attempt. `null` if there was none within 20 seconds; fetch the delivery later.',
      ),
    }),
    errors: ['conflict', 'forbidden', 'not-found'],
    summary: 'Test a webhook endpoint',
    description: `Sends a \`webhook.test\` event once, without retries, and waits up to 20 seconds for the result. ${managersOnly}`,
    example: { ...example, body: {} },
  }),
  getDeliveryFigures: route({
    ...reading,
    ...one,
    method: 'GET',
    path: `${one.path}/figures`,
    reply: Type.Object({ figures: field(DeliveryFigures, 'The figures.') }),
    errors: ['forbidden', 'not-found'],
    summary: 'Retrieve figures of a webhook endpoint',
    description: 'Returns counts and durations of the deliveries of the last 24 hours.',
    example,
  }),
}
