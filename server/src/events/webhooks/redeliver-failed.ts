import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { lockActiveWebhook, requireManager } from './access.ts'
import { requeueFailed } from './queries.ts'

/** After a failure of the receiver: everything that did not arrive, once more. */
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
