import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { after } from '../../lib/clock.ts'
import { staged } from '../../operation.ts'
import { getUser, lockUser, type UserRow } from '../users/queries.ts'
import { updateAuthenticatedAt } from './queries.ts'
import { recentPasswordMs } from './rules.ts'

/** Confirms the password in an open session. */
export const confirmPassword = staged<Contract['sessions']['confirmPassword'], UserRow, UserRow>({
  before: (reader, { userId }) => getUser(reader, userId),
  outside: async ({ passwords }, user, { password }) =>
    (await passwords.verify(password, user.password_hash)) ? user : refuse(),
  after: async (tx, caller, _input, verified) => {
    // Read again: the password may have changed while the old one was verified.
    const { password_hash } = await lockUser(tx, caller.userId)
    if (password_hash !== verified.password_hash) refuse()
    await updateAuthenticatedAt(tx, caller.sessionId)
    await record(tx, caller, { action: 'session.reauthenticated', target: caller.sessionId })
    return { until: after(tx.now, recentPasswordMs).toISOString() }
  },
})

function refuse(): never {
  return fail('forbidden', '"password" is incorrect.', 'Try again, or reset your password.')
}
