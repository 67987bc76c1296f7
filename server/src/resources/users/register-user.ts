import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import { requireName } from '../../lib/plain-text.ts'
import { staged } from '../../operation.ts'
import { consentAtSignUp } from '../policy/accept-market-terms.ts'
import { suspectEvasion } from '../moderation/suspect-evasion.ts'
import { openSession } from '../sessions/open-session.ts'
import { requireSignUpAllowed } from './sign-up-policy.ts'
import { insertUser } from './queries.ts'
import { emailKey, requireStrongPassword, requireTimeZone } from './rules.ts'
import { sendVerification } from './send-verification.ts'
import { viewUser } from './view.ts'

export const registerUser = staged<Contract['users']['registerUser'], void, string>({
  before: async (_reader, _caller, input) => {
    requireName('displayName', input.displayName)
    requireTimeZone(input.timeZone)
    requireStrongPassword(input.password, input)
  },
  outside: ({ passwords }, _before, { password }) => passwords.hash(password),
  after: async (tx, caller, input, passwordHash) => {
    await requireSignUpAllowed(tx, input.email)
    const user = await insertUser(tx, {
      id: newId('usr', tx.now),
      email: input.email,
      email_key: emailKey(input.email),
      display_name: input.displayName,
      password_hash: passwordHash,
      locale: input.locale,
      time_zone: input.timeZone,
      created_at: tx.now,
      updated_at: tx.now,
    })
    if (user === undefined) {
      return fail(
        'conflict',
        'This email address cannot be used for a new account.',
        'Sign in, or reset your password.',
      )
    }
    await consentAtSignUp(tx, user.id, input.termsVersion)
    await sendVerification(tx, user)
    await suspectEvasion(tx, user.id)
    const opened = await openSession(tx, caller, user.id)
    await record(tx, caller, { action: 'user.registered', target: user.id })
    return { user: viewUser(user), ...opened }
  },
})
