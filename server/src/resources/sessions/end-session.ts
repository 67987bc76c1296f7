import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { endSessionOf } from './queries.ts'

export const endSession: Operation<Contract['sessions']['endSession']> = async (
  tx,
  caller,
  { sessionId },
) => {
  const ended = isId('ses', sessionId) && (await endSessionOf(tx, caller.userId, sessionId))
  if (!ended) notFound('session')
  await record(tx, caller, { action: 'session.ended', target: sessionId })
  return { done: true }
}

/** Succeeds if a concurrent call has already ended the session. */
export const endCurrentSession: Operation<Contract['sessions']['endCurrentSession']> = async (tx, caller) => {
  const { userId, sessionId } = caller
  const ended = await endSessionOf(tx, userId, sessionId)
  if (ended) await record(tx, caller, { action: 'session.ended', target: sessionId })
  return { done: true }
}
