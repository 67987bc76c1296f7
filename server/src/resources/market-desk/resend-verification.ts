import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { findUser, lockUser } from '../users/queries.ts'
import { sendVerification } from '../users/send-verification.ts'

export const resendVerification: Operation<AdminContract['marketDesk']['resendVerification']> = async (
  tx,
  caller,
  { userId },
) => {
  if (!isId('usr', userId) || (await findUser(tx, userId)) === undefined) return notFound('person')
  const user = await lockUser(tx, userId)
  if (user.email_verified_at !== null) {
    fail('conflict', 'The email address is already verified.', 'No action is needed.')
  }
  await sendVerification(tx, user)
  await record(tx, caller, { action: 'verification.resent', target: user.id })
  return { done: true }
}
