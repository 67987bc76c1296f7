import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Caller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { after, hour } from '../../lib/clock.ts'
import { sha256 } from '../../lib/secrets.ts'
import { postMail } from '../../mails/post-mail.ts'
import { staged } from '../../operation.ts'
import { endSessionsOf } from '../sessions/queries.ts'
import { changeUser, findUserByEmail, getUser } from './queries.ts'
import { requireStrongPassword } from './rules.ts'
import { makeMailToken, mailTokensSince, useToken } from './tokens.ts'

const mailsPerHour = 3

/** One route, two steps: an address asks for a mail, the token of that mail sets a new password. */
export const resetPassword = staged<Contract['users']['resetPassword'], 'ask' | 'set', string | undefined>({
  before: async (_reader, _caller, given) => {
    const set = given.token !== undefined && given.password !== undefined && given.email === undefined
    const ask = given.email !== undefined && given.token === undefined && given.password === undefined
    if (!set && !ask)
      fail('bad-request', 'The body is neither {email} nor {token, password}.', 'Send one of the two.')
    if (set) requireStrongPassword(given.password ?? '', { email: '', displayName: '' })
    return set ? 'set' : 'ask'
  },
  outside: async ({ passwords }, step, { password }) =>
    step === 'set' && password !== undefined ? passwords.hash(password) : undefined,
  after: async (tx, caller, given, passwordHash) => {
    if (passwordHash === undefined) await sendReset(tx, caller, given.email ?? '')
    else await setPassword(tx, caller, given.token ?? '', passwordHash)
    return { done: true }
  },
})

/** Says nothing of whether the address is known, and does not flood a mailbox. */
async function sendReset(tx: Tx, caller: Caller, email: string): Promise<void> {
  const user = await findUserByEmail(tx, email)
  if (user === undefined) return
  if ((await mailTokensSince(tx, user.id, 'reset-password', after(tx.now, -hour))) >= mailsPerHour) return
  const tokenId = await makeMailToken(tx, user, 'reset-password')
  await postMail(tx, {
    kind: 'reset-password',
    to: user.email,
    tokenId,
    facts: { displayName: user.display_name },
  })
  await record(tx, caller, { action: 'user.reset-requested', target: user.id })
}

async function setPassword(tx: Tx, caller: Caller, token: string, passwordHash: string): Promise<void> {
  const used = await useToken(tx, 'reset-password', sha256(token))
  if (used === undefined || used.user_id === null) {
    fail(
      'gone',
      'This link is wrong, used up or expired.',
      'POST /users/reset-password {email} sends a new one.',
    )
  }
  const user = await getUser(tx, used.user_id)
  await changeUser(tx, user.id, { password_hash: passwordHash })
  await endSessionsOf(tx, user.id, null)
  await postMail(tx, { kind: 'password-changed', to: user.email, facts: { displayName: user.display_name } })
  await record(tx, caller, { action: 'user.password-reset', target: user.id })
}
