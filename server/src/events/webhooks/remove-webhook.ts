import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notFound } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { cancelPending, lockWebhook } from '../delivery/attempt-queries.ts'
import { requireManager } from './access.ts'
import { deleteWebhook } from './queries.ts'

/** Past deliveries are kept; pending ones are canceled. */
export const removeWebhook: Operation<Contract['webhooks']['removeWebhook']> = async (tx, caller) => {
  requireManager(caller)
  const webhook = await lockWebhook(tx, caller.agentId)
  if (webhook === undefined) return notFound('webhook')
  await cancelPending(tx, caller.agentId)
  await deleteWebhook(tx, caller.agentId)
  await record(tx, caller, { action: 'webhook.removed', target: webhook.id })
  return { done: true }
}
