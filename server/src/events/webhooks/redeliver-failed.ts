import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { lockActiveWebhook, requireManager } from './access.ts'
import { requeueFailed } from './queries.ts'

/** Redelivers everything that failed during an outage of the receiver. */
export const redeliverFailed: Operation<Contract['webhooks']['redeliverFailed']> = async (
  tx,
  caller,
  { since },
) => {
  requireManager(caller)
  const webhook = await lockActiveWebhook(tx, caller)
  const count = await requeueFailed(tx, caller.agentId, new Date(since))
  tx.publish('deliveries')
  await record(tx, caller, { action: 'webhook.redelivered', target: webhook.id, details: { count } })
  return { count }
}
