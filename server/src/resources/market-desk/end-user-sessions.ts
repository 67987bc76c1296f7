import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { endSessionsOf } from '../sessions/queries.ts'
import { findUser } from '../users/queries.ts'

export const endUserSessions: Operation<AdminContract['marketDesk']['endUserSessions']> = async (
  tx,
  caller,
  { userId, reason },
) => {
  const { id } = found(isId('usr', userId) ? await findUser(tx, userId) : undefined, 'person')
  const ended = await endSessionsOf(tx, id, caller.person?.sessionId ?? null)
  await record(tx, caller, { action: 'sessions.ended', target: id, details: { reason, sessions: ended } })
  return { ended }
}
