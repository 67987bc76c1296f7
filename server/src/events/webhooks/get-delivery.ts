import type { Delivery, DeliveryAttempt } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import { attemptsOf, findDelivery } from './queries.ts'
import { viewAttempt, viewDelivery } from './view.ts'

/** A delivery of the caller's agent, with its attempts. */
export async function getDelivery(
  reader: Reader,
  caller: AgentCaller,
  reference: string,
): Promise<{ delivery: Delivery; attempts: DeliveryAttempt[] }> {
  const row = found(await findDelivery(reader, caller.agentId, reference), 'delivery')
  return { delivery: viewDelivery(row), attempts: (await attemptsOf(reader, row.id)).map(viewAttempt) }
}
