import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import type { Tx } from '../../db/transact.ts'
import type { Operation } from '../../operation.ts'
import { lockDelivery, type DeliveryRow } from '../delivery/attempt-queries.ts'
import { findConfig } from '../push-configs/queries.ts'
import { lockActiveWebhook, requireManager } from './access.ts'
import { findDelivery, requeueDelivery } from './delivery-queries.ts'
import { viewDelivery } from './view.ts'

/** Sends a delivery again, in any state. */
export const redeliverDelivery: Operation<Contract['webhooks']['redeliverDelivery']> = async (
  tx,
  caller,
  { deliveryId },
) => {
  const known = found(await findDelivery(tx, caller.agentId, deliveryId), 'delivery')
  requireManager(caller)
  if (known.kind === 'agent') await lockActiveWebhook(tx, known.endpoint)
  else await requireConfig(tx, known)
  const locked = found(await lockDelivery(tx, known.id), 'delivery')
  await requeueDelivery(tx, locked)
  tx.publish('deliveries')
  await record(tx, caller, { action: 'delivery.redelivered', target: known.id })
  return { delivery: viewDelivery(found(await findDelivery(tx, caller.agentId, deliveryId), 'delivery')) }
}

async function requireConfig(tx: Tx, delivery: DeliveryRow): Promise<void> {
  const { task_id: taskId, agent_id: agentId, config_id: configId } = delivery
  if (taskId !== null && configId !== null && (await findConfig(tx, { taskId, agentId }, configId))) return
  fail(
    'conflict',
    'The push notification config of this delivery was deleted.',
    'Create the config again, then redeliver.',
  )
}
