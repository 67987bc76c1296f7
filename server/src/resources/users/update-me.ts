import type { Updateable } from 'kysely'
import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Schema } from '../../db/schema.ts'
import { fail } from '../../failure.ts'
import { requireName } from '../../lib/plain-text.ts'
import { enqueueMail } from '../../mails/enqueue-mail.ts'
import { staged } from '../../operation.ts'
import { revokeOldCredentials } from './revoke-all-access.ts'
import { updateUserRow, findUserByEmail, getUser, lockUser, type UserRow } from './queries.ts'
import { emailKey, requireStrongPassword, requireTimeZone } from './rules.ts'
import { sendVerification } from './send-verification.ts'
import { viewUser } from './view.ts'

interface VerifiedPassword {
  /** Hash that the current password was verified against; undefined if none was required. */
  verifiedHash: string | undefined
  newHash: string | undefined
}

export const updateMe = staged<Contract['users']['updateMe'], UserRow, VerifiedPassword>({
  before: async (reader, caller, input) => {
    const user = await getUser(reader, caller.userId)
    if (input.displayName !== undefined) requireName('displayName', input.displayName)
    requireTimeZone(input.timeZone)
    if (input.password !== undefined) {
      requireStrongPassword(input.password, {
        email: input.email ?? user.email,
        displayName: user.display_name,
      })
    }
    return user
  },
  outside: async ({ passwords }, user, { email, password, currentPassword }) => {
    if (email === undefined && password === undefined) return { verifiedHash: undefined, newHash: undefined }
    if (currentPassword === undefined || !(await passwords.verify(currentPassword, user.password_hash))) {
      fail(
        'forbidden',
        '"currentPassword" is missing or incorrect.',
        'Enter your current password to change the email address or password.',
      )
    }
    return {
      verifiedHash: user.password_hash,
      newHash: password === undefined ? undefined : await passwords.hash(password),
    }
  },
  after: async (tx, caller, { displayName, email, locale, timeZone }, { verifiedHash, newHash }) => {
    const before = await lockUser(tx, caller.userId)
    if (verifiedHash !== undefined && verifiedHash !== before.password_hash) {
      fail('conflict', 'The password was changed in the meantime.', 'Try again with the new password.')
    }
    const changes: Updateable<Schema['users']> = {}
    if (displayName !== undefined) changes.display_name = displayName
    if (locale !== undefined) changes.locale = locale
    if (timeZone !== undefined) changes.time_zone = timeZone
    if (newHash !== undefined) changes.password_hash = newHash
    const moved = email !== undefined && email !== before.email
    if (moved) {
      const holder = await findUserByEmail(tx, email)
      if (holder !== undefined && holder.id !== before.id) {
        fail('conflict', 'This email address cannot be used.', 'Choose another email address.')
      }
      Object.assign(changes, { email, email_key: emailKey(email), email_verified_at: null })
    }
    const user = await updateUserRow(tx, caller.userId, changes)
    const ended =
      moved || newHash !== undefined ? await revokeOldCredentials(tx, user.id, caller.sessionId) : undefined
    if (moved) {
      tx.publish(`profile:${user.id}`)
      await sendVerification(tx, user)
      await enqueueMail(tx, { kind: 'email-changed', to: before.email, facts: {} })
    }
    if (newHash !== undefined)
      await enqueueMail(tx, { kind: 'password-changed', to: before.email, facts: {} })
    const fields = Object.keys(changes).filter((column) => column !== 'email_key')
    await record(tx, caller, { action: 'user.updated', target: user.id, details: { fields } })
    return { user: viewUser(user), ...(ended === undefined ? {} : { ended }) }
  },
})
