import type { Contract, Reply } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { found } from '../../failure.ts'
import { getAgentRow } from '../../resources/agents/queries.ts'
import type { DeliveryRow } from '../delivery/attempt-queries.ts'
import { webhookMessage } from '../delivery/body.ts'
import { attemptsOf, findDelivery } from './delivery-queries.ts'
import { viewAttempt, viewDelivery } from './view.ts'

/** A delivery of the caller's agent, with its attempts and its body. */
export async function getDelivery(
  reader: Reader,
  caller: AgentCaller,
  reference: string,
): Promise<Reply<Contract['webhooks']['getDelivery']>> {
  const row = found(await findDelivery(reader, caller.agentId, reference), 'delivery')
  return {
    delivery: viewDelivery(row),
    attempts: (await attemptsOf(reader, row.id)).map(viewAttempt),
    body: row.kind === 'agent' ? await bodyOf(reader, row) : null,
  }
}

/** Bodies are not stored: ids and facts of the event are enough to build them again. */
async function bodyOf(reader: Reader, row: DeliveryRow): Promise<string> {
  const { id, handle } = await getAgentRow(reader, row.agent_id)
  const { event_kind: kind, event_at: at, data } = row
  return webhookMessage({ kind, at, data }, { id, name: handle }, reader.settings.origin).body
}
