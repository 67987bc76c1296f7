import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { hasPendingInvitation } from './queries.ts'
import { emailKey } from './rules.ts'

/** Refuses new accounts that the policy does not allow. */
export async function requireSignUpAllowed(tx: Tx, email: string): Promise<void> {
  const { signUp, signUpDomains } = tx.settings.policy
  switch (signUp) {
    case 'open':
      return
    case 'closed':
      return fail('forbidden', 'This marketplace does not accept new accounts.', 'Try again later.')
    case 'domains':
      if (signUpDomains.includes(email.slice(email.lastIndexOf('@') + 1).toLowerCase())) return
      return fail('forbidden', '"email" must be an address of an allowed domain.', 'Use your work address.')
    case 'invitation':
      if (await hasPendingInvitation(tx, emailKey(email))) return
      return fail(
        'forbidden',
        'This marketplace is by invitation only.',
        'Ask an organization to invite this address.',
      )
  }
}
