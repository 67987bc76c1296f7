import type { Contract, Ended } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Caller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { after, hour } from '../../lib/clock.ts'
import { sha256 } from '../../lib/secrets.ts'
import { enqueueMail } from '../../mails/enqueue-mail.ts'
import { staged } from '../../operation.ts'
import { revokeEverything } from './revoke-all-access.ts'
import { updateUserRow, findUserByEmail, lockUser } from './queries.ts'
import { requireStrongPassword } from './rules.ts'
import { findToken, mailTokensSince, useToken } from './token-queries.ts'
import { createMailToken } from './create-mail-token.ts'

const mailsPerHour = 3

/** One route, two steps: an email address requests an email, its token sets a new password. */
export const resetPassword = staged<
  Contract['users']['resetPassword'],
  'request' | 'set',
  string | undefined
>({
  before: async (reader, _caller, input) => {
    const isReset = input.token !== undefined && input.password !== undefined && input.email === undefined
    const isRequest = input.email !== undefined && input.token === undefined && input.password === undefined
    if (!isReset && !isRequest)
      fail(
        'bad-request',
        'Either "email", or "token" and "password", is required.',
        'Send an email address to request a link.',
      )
    if (isReset) requireStrongPassword(input.password ?? '', { email: '', displayName: '' })
    // Hashing is expensive, so the token is checked first.
    if (isReset && (await findToken(reader, 'reset-password', sha256(input.token ?? ''))) === undefined)
      refuseLink()
    return isReset ? 'set' : 'request'
  },
  outside: async ({ passwords }, step, { password }) =>
    step === 'set' && password !== undefined ? passwords.hash(password) : undefined,
  after: async (tx, caller, input, passwordHash) => {
    if (passwordHash !== undefined) return setPassword(tx, caller, input.token ?? '', passwordHash)
    await sendReset(tx, caller, input.email ?? '')
    return { done: true }
  },
})

/** Does not reveal whether the address is known, and limits emails per address. */
async function sendReset(tx: Tx, caller: Caller, email: string): Promise<void> {
  const user = await findUserByEmail(tx, email)
  if (user === undefined) return
  if ((await mailTokensSince(tx, user.id, 'reset-password', after(tx.now, -hour))) >= mailsPerHour) return
  const tokenId = await createMailToken(tx, user, 'reset-password')
  await enqueueMail(tx, { kind: 'reset-password', to: user.email, tokenId, facts: {} })
  await record(tx, caller, { action: 'user.reset-requested', target: user.id })
}

/** A link is valid only while the account has the address it was sent to. */
async function setPassword(
  tx: Tx,
  caller: Caller,
  token: string,
  passwordHash: string,
): Promise<{ done: true; ended: Ended }> {
  const hash = sha256(token)
  const userId = (await findToken(tx, 'reset-password', hash))?.user_id ?? null
  const user = userId === null ? undefined : await lockUser(tx, userId)
  const used = user === undefined ? undefined : await useToken(tx, 'reset-password', hash)
  if (user === undefined || used?.email !== user.email) return refuseLink()
  await updateUserRow(tx, user.id, { password_hash: passwordHash })
  const ended = await revokeEverything(tx, user.id)
  const facts = Object.entries(ended).map(([kind, count]) => [kind, String(count)])
  await enqueueMail(tx, { kind: 'password-reset', to: user.email, facts: Object.fromEntries(facts) })
  await record(tx, caller, { action: 'user.password-reset', target: user.id, details: { ...ended } })
  return { done: true, ended }
}

function refuseLink(): never {
  return fail('gone', 'This link is invalid, used or expired.', 'Request a new link.')
}
