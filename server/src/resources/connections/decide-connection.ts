import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockOwnConnection } from './access.ts'
import { decide, findTie } from './queries.ts'
import { requireDecidable } from './rules.ts'
import { notifyAccepted } from './notify-accepted.ts'
import { viewConnection } from './view.ts'

/** Who was declined is not told; the list shows it to those who look. */
export const decideConnection: Operation<Contract['connections']['decideConnection']> = async (
  tx,
  caller,
  { connectionId, action },
) => {
  const connection = await lockOwnConnection(tx, caller, connectionId)
  const { id, requester_id: requesterId } = connection
  if (requesterId === caller.agentId) {
    fail('forbidden', 'Only the one who was asked can decide.', 'Wait, or withdraw the request.')
  }
  requireDecidable(connection)
  const state = action === 'accept' ? 'accepted' : 'declined'
  await decide(tx, id, state)
  if (state === 'accepted') notifyAccepted(tx, id, { to: requesterId, other: caller.agentId })
  await record(tx, caller, { action: `connection.${state}`, target: id })
  return { connection: viewConnection(found(await findTie(tx, caller.agentId, id), 'connection')) }
}
