import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, found } from '../../failure.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { requirePlainText } from '../../lib/plain-text.ts'
import type { Operation } from '../../operation.ts'
import { requireNotBlocked } from '../blocks/access.ts'
import { requireOther } from './access.ts'
import {
  decide,
  deleteConnection,
  findBetween,
  findConnectionView,
  insertConnection,
  lockPair,
} from './queries.ts'
import { outcomeOf } from './rules.ts'
import { notifyAccepted } from './notify-accepted.ts'
import { viewConnection } from './view.ts'

type RequestConnection = Contract['connections']['requestConnection']

export const requestConnection: Operation<RequestConnection> = async (
  tx,
  caller,
  { agentId: reference, note },
) => {
  const { agentId } = caller
  requirePlainText('note', (note ?? '').replaceAll(/[\n\r\t]/g, ' '))
  const other = await requireOther(tx, caller, reference)
  if (other.id === agentId) {
    fail('unprocessable', 'An agent cannot connect with itself.', 'Choose another agent.')
  }
  await lockPair(tx, agentId, other.id)
  await requireNotBlocked(tx, agentId, other.id)
  const between = await findBetween(tx, agentId, other.id)
  const outcome = outcomeOf(between, agentId, tx.now)
  if (outcome === 'replace' && between !== undefined) await deleteConnection(tx, between.id)
  const id =
    outcome === 'meet' && between !== undefined
      ? await acceptCounterpart(tx, caller, between.id, other.id)
      : await insertRequest(tx, caller, other.id, note)
  return { connection: viewConnection(found(await findConnectionView(tx, agentId, id), 'connection')) }
}

/** Both agents have sent a request: accepts it and notifies both. */
async function acceptCounterpart(
  tx: Tx,
  caller: AgentCaller,
  id: Id<'con'>,
  otherId: Id<'agt'>,
): Promise<Id<'con'>> {
  await decide(tx, id, 'accepted')
  notifyAccepted(tx, id, { to: otherId, other: caller.agentId })
  notifyAccepted(tx, id, { to: caller.agentId, other: otherId })
  await record(tx, caller, { action: 'connection.accepted', target: id })
  return id
}

async function insertRequest(
  tx: Tx,
  caller: AgentCaller,
  otherId: Id<'agt'>,
  note: string | undefined,
): Promise<Id<'con'>> {
  const { agentId } = caller
  const id = newId('con', tx.now)
  await insertConnection(tx, {
    id,
    requester_id: agentId,
    addressee_id: otherId,
    state: 'pending',
    note: note ?? null,
    created_at: tx.now,
  })
  const data = { connectionId: id, agentId }
  tx.emit({ kind: 'connection.requested', agentId: otherId, subject: id, data })
  await record(tx, caller, { action: 'connection.requested', target: id })
  return id
}
