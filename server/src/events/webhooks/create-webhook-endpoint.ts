import { webhookEndpointsMax, type Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockAgentRows } from '../../resources/agents/access-queries.ts'
import { registrantOf } from '../delivery/authority-queries.ts'
import { insertDeliveries } from '../delivery/dispatch-queries.ts'
import { testDelivery } from '../delivery/fan-out.ts'
import { requireManager } from './access.ts'
import { endpointCounts, upsertWebhook } from './queries.ts'
import { addressed, enabled } from './registration.ts'
import { checkSecret, requireUrl } from './rules.ts'
import { showWebhook } from './show-webhook.ts'

/** Adds an endpoint, and sends a test delivery. */
export const createWebhookEndpoint: Operation<Contract['webhooks']['createWebhookEndpoint']> = async (
  tx,
  caller,
  { url, secret, events },
) => {
  requireManager(caller)
  const { host } = requireUrl(tx.checkUrl(url))
  const checked = checkSecret(secret)
  // Concurrent calls must not exceed the limit together, nor both become the main endpoint.
  await lockAgentRows(tx, caller.agentId)
  const { all, main } = await endpointCounts(tx, caller.agentId)
  if (all >= webhookEndpointsMax) {
    fail(
      'conflict',
      `An agent can have at most ${webhookEndpointsMax} webhook endpoints.`,
      'Remove an endpoint you no longer need.',
    )
  }
  const webhook = await upsertWebhook(tx, {
    id: newId('whk', tx.now),
    agent_id: caller.agentId,
    main: main === 0,
    kinds: events === undefined ? null : [...events],
    ...addressed(tx, undefined, { url, secret }),
    ...enabled,
    ...registrantOf(caller),
    created_at: tx.now,
    updated_at: tx.now,
  })
  await insertDeliveries(tx, [testDelivery(webhook, tx.now)])
  tx.publish('deliveries')
  await record(tx, caller, { action: 'webhook.registered', target: webhook.id, details: { host } })
  return { endpoint: await showWebhook(tx, webhook), ...checked }
}
