import { Type, type Static } from 'typebox'
import { eventKinds, type EventKindName } from '../events.ts'
import { Timestamp, nullable } from './common.ts'

/** What a webhook can be told of. What concerns the webhook itself is told elsewhere, or sent on demand. */
export const webhookKinds = kindsWhere((name) => !name.startsWith('webhook.'))

/** What it is told of when nobody chooses: everything but each movement of money. */
export const defaultWebhookKinds = webhookKinds.filter((name) => name !== 'payments.changed')

function kindsWhere(wanted: (name: string) => boolean): EventKindName[] {
  return Object.keys(eventKinds)
    .filter(wanted)
    .filter((name): name is EventKindName => Object.hasOwn(eventKinds, name))
}

export const WebhookKind = Type.Enum([...webhookKinds])

export const deliveryStatuses = ['pending', 'succeeded', 'exhausted', 'cancelled', 'blocked'] as const
export type DeliveryStatus = (typeof deliveryStatuses)[number]

export const deliveryTriggers = ['auto', 'manual', 'test'] as const
export type DeliveryTrigger = (typeof deliveryTriggers)[number]

export const DeliveryStatus = Type.Enum([...deliveryStatuses], {
  description:
    '`pending` is sent or tried again; `exhausted` failed too often; `cancelled` lost its address; `blocked` may not be sent there.',
})

export const Webhook = Type.Object(
  {
    id: Type.String(),
    url: Type.String(),
    status: Type.Enum(['active', 'disabled']),
    disabledReason: nullable(
      Type.Enum(['gone', 'failing', 'revoked'], {
        description:
          '`gone`: the address answered 410. `failing`: every attempt failed for five days. `revoked`: the key or the person that registered it has lost its authority over the agent.',
      }),
    ),
    events: Type.Array(WebhookKind, { description: 'The kinds of events that are sent.' }),
    secretFingerprint: Type.String({ description: 'Eight hexadecimal digits of the SHA-256 of the secret.' }),
    previousSecretUntil: nullable(Timestamp),
    verifiedAt: nullable(Timestamp),
    lastAttemptAt: nullable(Timestamp),
    lastSuccessAt: nullable(Timestamp),
    lastError: nullable(Type.String({ description: 'Why the last attempt failed; null when it did not.' })),
    failingSince: nullable(Timestamp),
    failures: Type.Integer({ description: 'Attempts that failed since the last one that succeeded.' }),
    pending: Type.Integer({ description: 'Deliveries under way; counted up to 1000.' }),
    nextAttemptAt: nullable(Timestamp),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  },
  { title: 'Webhook', description: 'The one address of an agent. Its secret is never shown.' },
)
export type Webhook = Static<typeof Webhook>

export const Delivery = Type.Object(
  {
    id: Type.String(),
    target: Type.Enum(['webhook', 'pushConfig']),
    taskId: nullable(Type.String()),
    configId: nullable(Type.String({ description: 'Of the push notification config it goes to.' })),
    type: Type.Enum(Object.keys(eventKinds)),
    webhookId: Type.String({ description: 'The header `webhook-id`: the same on every attempt.' }),
    status: DeliveryStatus,
    trigger: Type.Enum([...deliveryTriggers]),
    attempts: Type.Integer(),
    lastStatusCode: nullable(Type.Integer()),
    lastError: nullable(Type.String()),
    nextAttemptAt: nullable(Timestamp),
    createdAt: Timestamp,
    finishedAt: nullable(Timestamp),
  },
  { title: 'Delivery', description: 'One message to one address.' },
)
export type Delivery = Static<typeof Delivery>

export const DeliveryAttempt = Type.Object(
  {
    number: Type.Integer(),
    trigger: Type.Enum([...deliveryTriggers]),
    startedAt: Timestamp,
    durationMs: Type.Integer(),
    statusCode: nullable(Type.Integer()),
    errorCode: nullable(
      Type.String({
        description: 'Null after success; otherwise a stable word such as `http_5xx` or `connect_timeout`.',
      }),
    ),
    excerpt: nullable(Type.String({ description: 'The beginning of what the address answered.' })),
  },
  { title: 'DeliveryAttempt' },
)
export type DeliveryAttempt = Static<typeof DeliveryAttempt>
