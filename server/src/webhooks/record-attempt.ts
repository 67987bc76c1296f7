/** The only place that writes down what came of an attempt, for the delivery and for the address it went to. */
import { record } from '../audit/record.ts'
import { systemCaller } from '../caller.ts'
import type { Tx } from '../db/transact.ts'
import { after } from '../lib/clock.ts'
import { removeConfig } from '../resources/push-configs/queries.ts'
import {
  cancelPending,
  changeDelivery,
  changeWebhook,
  insertAttempt,
  lockDelivery,
  lockWebhook,
  type DeliveryRow,
  type WebhookRow,
} from './attempt-queries.ts'
import { afterFailure, healthy, prognosisOf } from './health.ts'
import type { Leased } from './lease-queries.ts'
import { errorOf, isGone, verdictOf, type Outcome } from './schedule.ts'
import type { DisabledReason } from './tables.ts'

export interface Attempt {
  readonly startedAt: Date
  readonly outcome: Outcome
  readonly random: () => number
}

/** Locks the webhook before the delivery, as everybody does. */
export async function recordAttempt(tx: Tx, leased: Leased, attempt: Attempt): Promise<void> {
  const webhook = leased.kind === 'agent' ? await lockWebhook(tx, leased.agent_id) : undefined
  const delivery = await lockDelivery(tx, leased.id)
  if (delivery === undefined) return
  const moved = webhook !== undefined && webhook.url !== leased.url
  const late = delivery.lease_until?.getTime() !== leased.lease_until.getTime()
  const arrived = errorOf(attempt.outcome) === null
  // What came too late, or failed at an address that has been replaced, is decided by another attempt.
  const counts = delivery.status === 'pending' && (arrived || (!moved && !late))
  await noteAttempt(tx, delivery, attempt)
  await changeDelivery(tx, delivery.id, {
    attempt_count: delivery.attempt_count + 1,
    ...(counts ? standingAfter(tx, delivery, attempt) : {}),
  })
  if (webhook?.status === 'active' && !moved) await noteHealth(tx, webhook, attempt)
  if (leased.kind === 'push' && isGone(attempt.outcome)) await dropConfig(tx, leased)
  if (leased.trigger === 'test') tx.announce(`delivery:${leased.id}`)
}

async function noteAttempt(tx: Tx, delivery: DeliveryRow, { outcome, startedAt }: Attempt): Promise<void> {
  const answer = outcome.kind === 'answered' ? outcome : undefined
  await insertAttempt(tx, {
    delivery_id: delivery.id,
    number: delivery.attempt_count + 1,
    trigger: delivery.trigger,
    started_at: startedAt,
    duration_ms: outcome.durationMs,
    status_code: answer?.status ?? null,
    error_code: errorOf(outcome),
    excerpt: answer?.excerpt ?? null,
    remote_ip: answer?.remoteAddress ?? null,
  })
}

/** What the delivery is after the attempt. */
function standingAfter({ now }: Tx, { tries: before, trigger, last_error }: DeliveryRow, attempt: Attempt) {
  const { outcome, random } = attempt
  const tries = before + 1
  const verdict = verdictOf(outcome, { tries, trigger, lastError: last_error }, random)
  return {
    tries,
    status: verdict.status,
    lease_until: null,
    last_status_code: outcome.kind === 'answered' ? outcome.status : null,
    last_error: errorOf(outcome),
    ...(verdict.status === 'pending'
      ? { next_attempt_at: after(now, verdict.delayMs) }
      : { next_attempt_at: null, finished_at: now }),
  }
}

async function noteHealth(tx: Tx, webhook: WebhookRow, { outcome }: Attempt): Promise<void> {
  const { agent_id: agentId, id, url } = webhook
  const error = errorOf(outcome)
  const seen = { attempts: webhook.attempts + 1n, last_attempt_at: tx.now, last_error: error }
  if (error === null) {
    const verified = { verified_at: webhook.verified_at ?? tx.now, last_success_at: tx.now }
    await changeWebhook(tx, agentId, { ...seen, ...verified, ...healthy })
    return
  }
  const health = afterFailure(webhook, tx.now)
  const prognosis = isGone(outcome) ? 'disable' : prognosisOf(health, tx.now)
  const { failures, first_failure_at } = health
  const warned = prognosis === 'warn' ? { warned_at: tx.now } : {}
  await changeWebhook(tx, agentId, { ...seen, failures, first_failure_at, ...warned })
  if (prognosis === 'warn') tx.tell({ agentId, subject: id, kind: 'webhook.failing', data: { url } })
  if (prognosis === 'disable') await disable(tx, webhook, isGone(outcome) ? 'gone' : 'failing')
}

async function disable(tx: Tx, { id, agent_id: agentId, url }: WebhookRow, reason: DisabledReason) {
  await changeWebhook(tx, agentId, { status: 'disabled', disabled_reason: reason, updated_at: tx.now })
  await cancelPending(tx, agentId)
  tx.tell({ agentId, subject: id, kind: 'webhook.disabled', data: { url, reason } })
  await record(tx, systemCaller, { action: 'webhook.disabled', target: id, details: { reason } })
}

/** A receiver that is gone for good wants no more of the task. */
async function dropConfig(tx: Tx, { agent_id: agentId, task_id: taskId, config_id, endpoint }: Leased) {
  if (taskId === null || config_id === null) return
  await cancelPending(tx, endpoint)
  if (await removeConfig(tx, { taskId, agentId }, config_id)) {
    const target = `${taskId}/${config_id}`
    await record(tx, systemCaller, { action: 'pushConfig.deleted', target, details: { reason: 'gone' } })
  }
}
