import { defaultWebhookKinds, type Delivery, type DeliveryAttempt, type Webhook } from 'souk-contract'
import type { AttemptRow, WebhookRow } from '../delivery/attempt-queries.ts'
import type { ShownDelivery } from './delivery-queries.ts'
import type { Backlog } from './queries.ts'

/** Shows only a fingerprint of the secret. */
export function viewWebhook(
  row: WebhookRow,
  secretFingerprint: string,
  backlog: Backlog,
  now: Date,
): Webhook {
  const { previous_secret_until: until } = row
  return {
    id: row.id,
    main: row.main,
    url: row.url,
    status: row.status,
    disabledReason: row.disabled_reason,
    events: [...(row.kinds ?? defaultWebhookKinds)],
    secretFingerprint,
    previousSecretUntil: until !== null && until > now ? until.toISOString() : null,
    verifiedAt: timeOf(row.verified_at),
    lastAttemptAt: timeOf(row.last_attempt_at),
    lastSuccessAt: timeOf(row.last_success_at),
    lastError: row.last_error,
    failingSince: timeOf(row.first_failure_at),
    failures: row.failures,
    pending: backlog.pending,
    nextAttemptAt: timeOf(backlog.next_attempt_at),
    createdAt: row.created_at.toISOString(),
    updatedAt: row.updated_at.toISOString(),
  }
}

export function viewDelivery(row: ShownDelivery): Delivery {
  return {
    id: row.id,
    target: row.kind === 'agent' ? 'webhook' : 'pushConfig',
    taskId: row.task_id,
    configId: row.config_id,
    endpointId: row.endpoint_id,
    type: row.event_kind,
    webhookId: row.event_id,
    status: row.status,
    trigger: row.trigger,
    attempts: row.attempt_count,
    lastStatusCode: row.last_status_code,
    lastError: row.last_error,
    lastDurationMs: row.last_duration_ms,
    nextAttemptAt: timeOf(row.next_attempt_at),
    createdAt: row.created_at.toISOString(),
    finishedAt: timeOf(row.finished_at),
  }
}

/** Omits the remote address, which would reveal internal networks. */
export function viewAttempt(row: AttemptRow): DeliveryAttempt {
  return {
    number: row.number,
    trigger: row.trigger,
    startedAt: row.started_at.toISOString(),
    durationMs: row.duration_ms,
    statusCode: row.status_code,
    errorCode: row.error_code,
    excerpt: row.excerpt,
  }
}

function timeOf(time: Date | null): string | null {
  return time?.toISOString() ?? null
}
