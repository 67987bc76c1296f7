import { webhookEndpointsMax, type Contract } from 'souk-contract'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockAgentRows } from '../../resources/agents/access-queries.ts'
import { requireManager } from './access.ts'
import { endpointCounts } from './queries.ts'
import { registerWebhook } from './register-webhook.ts'
import { checkSecret, requireUrl } from './rules.ts'
import { showWebhook } from './show-webhook.ts'

/** Adds an endpoint, and sends a test delivery. */
export const createWebhookEndpoint: Operation<Contract['webhooks']['createWebhookEndpoint']> = async (
  tx,
  caller,
  input,
) => {
  requireManager(caller)
  const { host } = requireUrl(tx.checkUrl(input.url))
  const checked = checkSecret(input.secret)
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
  const webhook = await registerWebhook(tx, caller, { main: main === 0, host, input })
  return { endpoint: await showWebhook(tx, webhook), ...checked }
}
