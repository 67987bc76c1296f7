import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { lockActiveWebhook, lockOwnEndpoint, requireActive, requireManager } from './access.ts'
import { requeueFailed } from './delivery-queries.ts'

/** Redelivers everything that failed during an outage of the receiver. */
export const redeliverFailed: Operation<Contract['webhooks']['redeliverFailed']> = async (
  tx,
  caller,
  { since, endpointId },
) => {
  requireManager(caller)
  const webhook =
    endpointId === undefined
      ? await lockActiveWebhook(tx, caller.agentId)
      : await requireActive(tx, await lockOwnEndpoint(tx, caller, endpointId))
  const count = await requeueFailed(tx, webhook.endpoint, new Date(since))
  tx.publish('deliveries')
  await record(tx, caller, { action: 'webhook.redelivered', target: webhook.id, details: { count } })
  return { count }
}
