/** The only place that decides how an attempt changes its delivery and webhook. Pure. */
import { after } from '../../lib/clock.ts'
import type { DeliveryRow, WebhookRow } from './attempt-queries.ts'
import { afterFailure, healthy, healthActionOf, type HealthAction } from './health.ts'
import type { Leased } from './lease-queries.ts'
import { errorOf, isGone, verdictOf, type Outcome } from './schedule.ts'

export interface Attempt {
  readonly leased: Leased
  readonly startedAt: Date
  readonly outcome: Outcome
}

/** Rows that an attempt affects; no webhook for a push config. */
interface AttemptTarget {
  readonly delivery: DeliveryRow
  readonly webhook: WebhookRow | undefined
}

export interface AttemptResult extends AttemptTarget {
  readonly healthAction: HealthAction
}

interface AttemptContext {
  readonly now: Date
  readonly random: () => number
}

export function applyAttempt(
  { delivery, webhook }: AttemptTarget,
  attempt: Attempt,
  context: AttemptContext,
): AttemptResult {
  const { leased, outcome } = attempt
  const urlChanged = webhook !== undefined && webhook.url !== leased.url
  const leaseLost = delivery.lease_until?.getTime() !== leased.lease_until.getTime()
  const succeeded = errorOf(outcome) === null
  // An attempt after its lease, or a failure at a replaced URL, does not decide; another attempt will.
  const decides = delivery.status === 'pending' && (succeeded || (!urlChanged && !leaseLost))
  const attempted = {
    ...delivery,
    attempt_count: delivery.attempt_count + 1,
    ...(decides ? deliveryChanges(delivery, outcome, context) : {}),
  }
  if (webhook?.status !== 'active' || urlChanged)
    return { delivery: attempted, webhook, healthAction: 'keep' }
  return { delivery: attempted, ...webhookChanges(webhook, outcome, context.now) }
}

function deliveryChanges(delivery: DeliveryRow, outcome: Outcome, { now, random }: AttemptContext) {
  const { trigger, last_error: lastError } = delivery
  const tries = delivery.tries + 1
  const verdict = verdictOf(outcome, { tries, trigger, lastError }, random)
  return {
    tries,
    status: verdict.status,
    lease_until: null,
    last_status_code: outcome.kind === 'response' ? outcome.status : null,
    last_error: errorOf(outcome),
    ...(verdict.status === 'pending'
      ? { next_attempt_at: after(now, verdict.delayMs) }
      : { next_attempt_at: null, finished_at: now }),
  }
}

function webhookChanges(webhook: WebhookRow, outcome: Outcome, now: Date) {
  const error = errorOf(outcome)
  const seen = { ...webhook, attempts: webhook.attempts + 1n, last_attempt_at: now, last_error: error }
  if (error === null) {
    const verified = { verified_at: webhook.verified_at ?? now, last_success_at: now }
    return { webhook: { ...seen, ...verified, ...healthy }, healthAction: 'keep' as const }
  }
  const health = afterFailure(webhook, now)
  const healthAction = isGone(outcome) ? 'disable' : healthActionOf(health, now)
  const { failures, first_failure_at } = health
  const failed = { ...seen, failures, first_failure_at, ...statusChanges(healthAction, outcome, now) }
  return { webhook: failed, healthAction }
}

function statusChanges(healthAction: HealthAction, outcome: Outcome, now: Date): Partial<WebhookRow> {
  if (healthAction === 'warn') return { warned_at: now }
  if (healthAction === 'keep') return {}
  return { status: 'disabled', disabled_reason: isGone(outcome) ? 'gone' : 'failing', updated_at: now }
}

/** Stored row of an attempt. */
export function attemptRow({ outcome, startedAt }: Attempt, { id, attempt_count, trigger }: DeliveryRow) {
  const response = outcome.kind === 'response' ? outcome : undefined
  return {
    delivery_id: id,
    number: attempt_count,
    trigger,
    started_at: startedAt,
    duration_ms: outcome.durationMs,
    status_code: response?.status ?? null,
    error_code: errorOf(outcome),
    excerpt: response?.excerpt ?? null,
    remote_ip: response?.remoteAddress ?? null,
  }
}
