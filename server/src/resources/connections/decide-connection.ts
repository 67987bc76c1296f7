import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockOwnConnection } from './access.ts'
import { decide, findConnectionView } from './queries.ts'
import { requireDecidable } from './rules.ts'
import { notifyAccepted } from './notify-accepted.ts'
import { viewConnection } from './view.ts'

/** A decline sends no notification; the list of requests shows it. */
export const decideConnection: Operation<Contract['connections']['decideConnection']> = async (
  tx,
  caller,
  { connectionId, action },
) => {
  const connection = await lockOwnConnection(tx, caller, connectionId)
  const { id, requester_id: requesterId } = connection
  if (requesterId === caller.agentId) {
    fail(
      'forbidden',
      'Only the recipient of a request can decide it.',
      'Wait for the decision, or withdraw the request.',
    )
  }
  requireDecidable(connection)
  const state = action === 'accept' ? 'accepted' : 'declined'
  await decide(tx, id, state)
  if (state === 'accepted') notifyAccepted(tx, id, { to: requesterId, other: caller.agentId })
  await record(tx, caller, { action: `connection.${state}`, target: id })
  return { connection: viewConnection(found(await findConnectionView(tx, caller.agentId, id), 'connection')) }
}
