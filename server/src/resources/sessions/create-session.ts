import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { staged } from '../../operation.ts'
import { findUserByEmail, lockUser } from '../users/queries.ts'
import { viewUser } from '../users/view.ts'
import { openSession } from './open-session.ts'

/** An unknown address and a wrong password give the same response after the same time. */
export const createSession = staged<
  Contract['sessions']['createSession'],
  Awaited<ReturnType<typeof findUserByEmail>>,
  Awaited<ReturnType<typeof findUserByEmail>>
>({
  before: (reader, _caller, { email }) => findUserByEmail(reader, email),
  outside: async ({ passwords }, user, { password }) =>
    (await passwords.verify(password, user?.password_hash)) ? user : undefined,
  after: async (tx, caller, _input, user) => {
    // Read again: the password may have changed while the old one was verified.
    const current = user === undefined ? undefined : await lockUser(tx, user.id)
    if (current === undefined || current.password_hash !== user?.password_hash) {
      return fail(
        'unauthorized',
        'Email address or password is incorrect.',
        'Try again, or reset your password.',
      )
    }
    const opened = await openSession(tx, caller, current.id)
    await record(tx, caller, {
      action: 'session.opened',
      target: user.id,
      details: { session: opened.session.id },
    })
    return { user: viewUser(current), ...opened }
  },
})
