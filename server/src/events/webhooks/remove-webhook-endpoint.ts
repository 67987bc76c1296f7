import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { lockOwnEndpoint, requireManager } from './access.ts'
import { removeLocked } from './remove-webhook.ts'

/** Past deliveries are kept; pending ones are canceled. */
export const removeWebhookEndpoint: Operation<Contract['webhooks']['removeWebhookEndpoint']> = async (
  tx,
  caller,
  { endpointId },
) => {
  requireManager(caller)
  return removeLocked(tx, caller, await lockOwnEndpoint(tx, caller, endpointId))
}
