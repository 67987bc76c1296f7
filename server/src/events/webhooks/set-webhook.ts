import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { after } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockWebhook, type WebhookRow } from '../delivery/attempt-queries.ts'
import { registrantOf } from '../delivery/authority-queries.ts'
import { insertDeliveries } from '../delivery/dispatch-queries.ts'
import { testDelivery } from '../delivery/fan-out.ts'
import { healthy } from '../delivery/health.ts'
import { requireManager } from './access.ts'
import { upsertWebhook } from './queries.ts'
import { requireUrl, rotationMs, checkSecret } from './rules.ts'
import { showWebhook } from './show-webhook.ts'

/** Registers or replaces the webhook of the agent, and sends a test delivery. */
export const setWebhook: Operation<Contract['webhooks']['setWebhook']> = async (tx, caller, input) => {
  requireManager(caller)
  const { url, secret, events } = input
  const { host } = requireUrl(tx.checkUrl(url))
  const checked = checkSecret(secret)
  const before = await lockWebhook(tx, caller.agentId)
  const webhook = await upsertWebhook(tx, {
    id: before?.id ?? newId('whk', tx.now),
    agent_id: caller.agentId,
    url,
    secret: tx.vault.seal(secret),
    ...previousSecret(tx, before, input),
    kinds: events === undefined ? null : [...events],
    status: 'active',
    disabled_reason: null,
    ...registrantOf(caller),
    ...healthy,
    ...(before?.url === url ? historyOf(before) : emptyHistory),
    created_at: tx.now,
    updated_at: tx.now,
  })
  await insertDeliveries(tx, [testDelivery(caller.agentId, tx.now)])
  tx.publish('deliveries')
  await record(tx, caller, { action: 'webhook.registered', target: webhook.id, details: { host } })
  return { webhook: await showWebhook(tx, webhook), ...checked }
}

/** A changed secret at the same URL starts a rotation. */
function previousSecret(
  tx: Tx,
  before: WebhookRow | undefined,
  { url, secret }: { url: string; secret: string },
) {
  if (before?.url !== url) return { previous_secret: null, previous_secret_until: null }
  const { previous_secret, previous_secret_until } = before
  if (tx.vault.open(before.secret) === secret) return { previous_secret, previous_secret_until }
  return { previous_secret: before.secret, previous_secret_until: after(tx.now, rotationMs) }
}

const emptyHistory = {
  verified_at: null,
  attempts: 0n,
  last_attempt_at: null,
  last_success_at: null,
  last_error: null,
}

/** The history of a URL is kept when it is registered again. */
function historyOf(before: WebhookRow) {
  const { verified_at, attempts, last_attempt_at, last_success_at, last_error } = before
  return { verified_at, attempts, last_attempt_at, last_success_at, last_error }
}
