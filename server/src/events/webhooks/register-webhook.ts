import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { newId } from '../../lib/ids.ts'
import type { WebhookRow } from '../delivery/attempt-queries.ts'
import { registrantOf } from '../delivery/authority-queries.ts'
import { insertDeliveries } from '../delivery/dispatch-queries.ts'
import { testDelivery } from '../delivery/fan-out.ts'
import { upsertWebhook } from './queries.ts'
import { addressed, enabled, type Registration } from './registration.ts'

/** Stores a webhook, replacing `before`, and sends a test delivery. */
export async function registerWebhook(
  tx: Tx,
  caller: AgentCaller,
  { before, main, host, input }: Registration,
): Promise<WebhookRow> {
  const webhook = await upsertWebhook(tx, {
    id: before?.id ?? newId('whk', tx.now),
    agent_id: caller.agentId,
    main,
    kinds: input.events === undefined ? null : [...input.events],
    ...addressed(tx, before, input),
    ...enabled,
    ...registrantOf(caller),
    created_at: tx.now,
    updated_at: tx.now,
  })
  await insertDeliveries(tx, [testDelivery(webhook, tx.now)])
  tx.publish('deliveries')
  await record(tx, caller, { action: 'webhook.registered', target: webhook.id, details: { host } })
  return webhook
}
