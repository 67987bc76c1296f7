import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { cancelPending, lockWebhook, type WebhookRow } from '../delivery/attempt-queries.ts'
import { requireManager } from './access.ts'
import { deleteWebhook } from './queries.ts'

/** Past deliveries are kept; pending ones are canceled. */
export const removeWebhook: Operation<Contract['webhooks']['removeWebhook']> = async (tx, caller) => {
  requireManager(caller)
  return removeLocked(tx, caller, found(await lockWebhook(tx, caller.agentId), 'webhook'))
}

/** Shared with the removal of other endpoints. */
export async function removeLocked(tx: Tx, caller: AgentCaller, { id, endpoint }: WebhookRow) {
  await cancelPending(tx, endpoint)
  await deleteWebhook(tx, id)
  await record(tx, caller, { action: 'webhook.removed', target: id })
  return { done: true } as const
}
