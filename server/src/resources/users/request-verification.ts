import type { Contract } from 'souk-contract'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockUser } from './queries.ts'
import { sendVerification } from './send-verification.ts'

export const requestVerification: Operation<Contract['users']['requestVerification']> = async (
  tx,
  caller,
) => {
  const user = await lockUser(tx, caller.userId)
  if (user.email_verified_at !== null) {
    fail('conflict', 'Your email address is already verified.', 'No action is needed.')
  }
  await sendVerification(tx, user)
  return { done: true }
}
