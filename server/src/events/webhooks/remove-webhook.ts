import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { cancelPending, lockWebhook, type WebhookRow } from '../delivery/attempt-queries.ts'
import { lockOwnEndpoint, requireManager } from './access.ts'
import { deleteWebhook } from './queries.ts'

/** Past deliveries are kept; pending ones are canceled. */
export const removeWebhook: Operation<Contract['webhooks']['removeWebhook']> = async (tx, caller) => {
  requireManager(caller)
  return remove(tx, caller, found(await lockWebhook(tx, caller.agentId), 'webhook'))
}

export const removeWebhookEndpoint: Operation<Contract['webhooks']['removeWebhookEndpoint']> = async (
  tx,
  caller,
  { endpointId },
) => {
  requireManager(caller)
  return remove(tx, caller, await lockOwnEndpoint(tx, caller, endpointId))
}

async function remove(tx: Tx, caller: AgentCaller, { id, endpoint }: WebhookRow) {
  await cancelPending(tx, endpoint)
  await deleteWebhook(tx, id)
  await record(tx, caller, { action: 'webhook.removed', target: id })
  return { done: true } as const
}
