import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockWebhook } from '../delivery/attempt-queries.ts'
import { registrantOf } from '../delivery/authority-queries.ts'
import { insertDeliveries } from '../delivery/dispatch-queries.ts'
import { testDelivery } from '../delivery/fan-out.ts'
import { requireManager } from './access.ts'
import { upsertWebhook } from './queries.ts'
import { addressed, enabled } from './registration.ts'
import { requireUrl, checkSecret } from './rules.ts'
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
    kinds: events === undefined ? null : [...events],
    ...addressed(tx, before, { url, secret }),
    ...enabled,
    ...registrantOf(caller),
    created_at: tx.now,
    updated_at: tx.now,
  })
  await insertDeliveries(tx, [testDelivery(webhook, tx.now)])
  tx.publish('deliveries')
  await record(tx, caller, { action: 'webhook.registered', target: webhook.id, details: { host } })
  return { webhook: await showWebhook(tx, webhook), ...checked }
}
