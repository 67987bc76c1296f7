import type { Tx } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import { after, day } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { lockUser, type UserRow } from '../users/queries.ts'
import { invitationsSentSince } from './invitation-queries.ts'

/**
 * Invitations are mail to anyone, sent in our name: a person sends few of them a day, and hardly any before their own
 * address is verified. The lock makes the count hold for parallel calls. Answers who invites.
 */
export async function requireInvitationLeft(tx: Tx, userId: Id<'usr'>): Promise<UserRow> {
  const inviter = await lockUser(tx, userId)
  const verified = inviter.email_verified_at !== null
  const max = tx.settings.invitationsPerDay[verified ? 'verified' : 'unverified']
  const sent = await invitationsSentSince(tx, userId, { since: after(tx.now, -day), limit: max })
  if (sent.length < max) return inviter
  const waitMs = after(sent.at(-1) ?? tx.now, day).getTime() - tx.now.getTime()
  throw new Failure(
    'too-many-requests',
    `You sent ${max} invitations within 24 hours; no more are allowed.`,
    {
      hint: verified
        ? 'Send the next one later.'
        : 'Verify your email address to send more: POST /users/verify-email/request.',
      retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
    },
  )
}
