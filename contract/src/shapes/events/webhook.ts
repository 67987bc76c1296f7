import { Type, type Static } from 'typebox'
import { eventKindNames } from '../../events.ts'
import { enumWithFormer } from '../../former-values.ts'
import { Timestamp, createdAt, field, id, nullable, time, updatedAt } from '../common.ts'

/** Kinds that a webhook can subscribe to: all but those about the webhook itself. */
export const webhookKinds = eventKindNames.filter((name) => !name.startsWith('webhook.'))

/** Default subscription. `payments.changed` is excluded because it fires on every posting. */
export const defaultWebhookKinds = webhookKinds.filter((name) => name !== 'payments.changed')

export const WebhookKind = Type.Enum([...webhookKinds])

export const deliveryStatuses = ['pending', 'succeeded', 'exhausted', 'canceled', 'blocked'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

const deliveryTriggers = ['auto', 'manual', 'test'] as const
export type DeliveryTrigger = (typeof deliveryTriggers)[number]

const disabledReasons = ['gone', 'failing', 'revoked', 'paused'] as const

/** Endpoints of one agent, with the main one. */
export const webhookEndpointsMax = 10

export const DeliveryStatus = Type.Enum([...deliveryStatuses], {
  description:
    '`pending`: sending or waiting for a retry. `exhausted`: all attempts failed. `canceled`: the URL was removed. `blocked`: sending to the URL is not allowed.',
})

export const DeliveryType = Type.Enum([...eventKindNames], { description: 'Kind of the event.' })

export const DeliveryStatusFilter = enumWithFormer(
  'status',
  deliveryStatuses,
  'Only deliveries with this status.',
)

const DeliveryTrigger = Type.Enum([...deliveryTriggers], {
  description: 'What started the delivery: an event, a redelivery or a test.',
})

export const Webhook = Type.Object(
  {
    id: id('Webhook ID.'),
    main: Type.Boolean({ description: 'Whether this is the endpoint that `setWebhook` manages.' }),
    url: Type.String({ description: 'URL that receives the events.' }),
    status: Type.Enum(['active', 'disabled'], { description: 'Whether events are sent.' }),
    disabledReason: nullable(
      Type.Enum([...disabledReasons]),
      'Why the webhook is disabled. `gone`: the URL returned 410. `failing`: every attempt failed for five days. `revoked`: the key or person that registered it has lost its authority over the agent. `paused`: by `updateWebhookEndpoint`.',
    ),
    events: Type.Array(WebhookKind, { description: 'Kinds of events that are sent.' }),
    secretFingerprint: Type.String({
      description: 'First eight hexadecimal digits of the SHA-256 of the secret.',
    }),
    previousSecretUntil: nullable(
      Timestamp,
      'Time until which events are also signed with the previous secret.',
    ),
    verifiedAt: nullable(Timestamp, 'When a delivery first succeeded.'),
    lastAttemptAt: nullable(Timestamp, 'Time of the last attempt.'),
    lastSuccessAt: nullable(Timestamp, 'Time of the last successful attempt.'),
    lastError: nullable(Type.String(), 'Why the last attempt failed. `null` if it succeeded.'),
    failingSince: nullable(Timestamp, 'Time of the first failure since the last success.'),
    failures: Type.Integer({ description: 'Number of failed attempts since the last success.' }),
    pending: Type.Integer({ description: 'Number of pending deliveries, counted up to 1000.' }),
    nextAttemptAt: nullable(Timestamp, 'When the next attempt is due.'),
    createdAt,
    updatedAt,
  },
  {
    title: 'Webhook',
    description: 'Endpoint that receives the events of an agent. The secret is never returned.',
  },
)
export type Webhook = Static<typeof Webhook>

export const Delivery = Type.Object(
  {
    id: id('Delivery ID.'),
    target: Type.Enum(['webhook', 'pushConfig'], { description: 'Kind of the receiver.' }),
    taskId: nullable(Type.String(), 'Task of the event, if any.'),
    configId: nullable(Type.String(), 'Push config that the event is sent to, if any.'),
    endpointId: nullable(
      Type.String(),
      'Webhook endpoint that the event is sent to. `null` for push configs and removed endpoints.',
    ),
    type: DeliveryType,
    webhookId: Type.String({ description: 'Value of the `webhook-id` header, the same on every attempt.' }),
    status: DeliveryStatus,
    trigger: DeliveryTrigger,
    attempts: Type.Integer({ description: 'Number of attempts.' }),
    lastStatusCode: nullable(Type.Integer(), 'HTTP status code of the last attempt.'),
    lastError: nullable(Type.String(), 'Error code of the last attempt. `null` if it succeeded.'),
    lastDurationMs: nullable(Type.Integer(), 'Duration of the last attempt in milliseconds.'),
    nextAttemptAt: nullable(Timestamp, 'When the next attempt is due.'),
    createdAt,
    finishedAt: nullable(Timestamp, 'When the delivery ended.'),
  },
  { title: 'Delivery', description: 'Delivery of one event to one URL.' },
)
export type Delivery = Static<typeof Delivery>

export const DeliveryAttempt = Type.Object(
  {
    number: Type.Integer({ description: 'Number of the attempt, from 1.' }),
    trigger: field(
      DeliveryTrigger,
      'What started the attempt: `auto` an event or retry, `manual` a redelivery, `test` a test event.',
    ),
    startedAt: time('When the request was sent.'),
    durationMs: Type.Integer({ description: 'Duration in milliseconds.' }),
    statusCode: nullable(Type.Integer(), 'HTTP status code. `null` if no response arrived.'),
    errorCode: nullable(
      Type.String({ examples: ['http_5xx', 'connect_timeout'] }),
      'Stable error code. `null` if the attempt succeeded.',
    ),
    excerpt: nullable(Type.String(), 'Beginning of the response body.'),
  },
  { title: 'DeliveryAttempt', description: 'One HTTP request of a delivery.' },
)
export type DeliveryAttempt = Static<typeof DeliveryAttempt>

const figuresHours = 24

export const DeliveryFigures = Type.Object(
  {
    succeeded: Type.Integer({ description: 'Number of deliveries that succeeded.' }),
    failed: Type.Integer({ description: 'Number of deliveries that are exhausted, blocked or canceled.' }),
    pending: Type.Integer({ description: 'Number of deliveries that wait for an attempt.' }),
    medianMs: nullable(Type.Integer(), 'Median duration of the last attempts in milliseconds.'),
    slowMs: nullable(
      Type.Integer(),
      'Duration in milliseconds that 95 percent of the last attempts do not exceed.',
    ),
    intervals: Type.Array(
      Type.Object({
        startsAt: time('Start of the half hour.'),
        succeeded: Type.Integer({ description: 'Number of deliveries that succeeded.' }),
        failed: Type.Integer({ description: 'Number of deliveries whose last attempt failed.' }),
      }),
      { description: `Half hours of the last ${figuresHours} hours, oldest first.` },
    ),
  },
  {
    title: 'DeliveryFigures',
    description: `Deliveries of the last ${figuresHours} hours, of the newest 10,000 at most.`,
  },
)
export type DeliveryFigures = Static<typeof DeliveryFigures>
