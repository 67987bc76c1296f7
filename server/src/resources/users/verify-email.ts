import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { sha256 } from '../../lib/secrets.ts'
import type { Operation } from '../../operation.ts'
import { updateUserRow, findUser } from './queries.ts'
import { useToken } from './token-queries.ts'
import { viewUser } from './view.ts'

/** The token proves the address it was sent to, so it is invalid once the account has another address. */
export const verifyEmail: Operation<Contract['users']['verifyEmail']> = async (tx, caller, input) => {
  const token = await useToken(tx, 'verify-email', sha256(input.token))
  const user = token === undefined || token.user_id === null ? undefined : await findUser(tx, token.user_id)
  if (user === undefined || user.email !== token?.email) {
    return fail('gone', 'This link is invalid, used or expired.', 'Request a new link.')
  }
  const verified = await updateUserRow(tx, user.id, { email_verified_at: user.email_verified_at ?? tx.now })
  tx.publish(`profile:${user.id}`)
  await record(tx, caller, { action: 'user.email-verified', target: user.id })
  return { user: viewUser(verified) }
}
