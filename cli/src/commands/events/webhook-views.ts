import type { Delivery, DeliveryAttempt, Webhook } from 'souk-contract'
import { at, id, joined, line, record, state, table, type Fields } from '../../terminal/views.ts'

export const webhookFields: Fields<Webhook> = {
  id: (webhook) => id(webhook.id),
  address: ({ url }) => url,
  status: ({ status }) => state(status),
  'disabled reason': ({ disabledReason }) => disabledReason,
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

export const deliveryFields: Fields<Delivery> = {
  id: (delivery) => id(delivery.id),
  kind: ({ type }) => type,
  status: ({ status }) => state(status),
  'status code': ({ lastStatusCode }) => lastStatusCode,
  error: ({ lastError }) => lastError,
  when: ({ createdAt }) => at(createdAt),
  attempts: ({ attempts }) => attempts,
  ms: ({ lastDurationMs }) => lastDurationMs,
  endpoint: ({ endpointId }) => id(endpointId),
  to: ({ target }) => target,
}

export const attemptFields: Fields<DeliveryAttempt> = {
  '#': ({ number }) => number,
  when: ({ startedAt }) => at(startedAt),
  ms: ({ durationMs }) => durationMs,
  'status code': ({ statusCode }) => statusCode,
  error: ({ errorCode }) => errorCode,
  response: ({ excerpt }) => excerpt,
}

interface TestReply {
  readonly delivery: Delivery
  readonly attempt: DeliveryAttempt | null
}

/** How a test message went, for the main webhook and other endpoints. */
export const testResult = {
  render: ({ delivery, attempt }: TestReply) => [
    record(deliveryFields, delivery),
    attempt === null
      ? line('Pending. Check the result with "souk webhook delivery".')
      : table(attemptFields, [attempt], ''),
  ],
  isFailure: ({ attempt }: TestReply) => attempt !== null && attempt.errorCode !== null,
}
