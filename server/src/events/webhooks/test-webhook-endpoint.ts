import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { lockOwnEndpoint, requireActive, requireManager } from './access.ts'
import { enqueueTest } from './test-webhook.ts'

/** Enqueues a test delivery. */
export const testWebhookEndpoint: Operation<Contract['webhooks']['testWebhookEndpoint']> = async (
  tx,
  caller,
  { endpointId },
) => {
  requireManager(caller)
  return enqueueTest(tx, caller, await requireActive(tx, await lockOwnEndpoint(tx, caller, endpointId)))
}
