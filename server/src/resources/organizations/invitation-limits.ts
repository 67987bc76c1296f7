import type { Tx } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import { after, day } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { lockUser, type UserRow } from '../users/queries.ts'
import { invitationsSentSince } from './invitation-queries.ts'

/**
 * Invitations are emails to arbitrary addresses, so a person can send few per day, and fewer before verifying their own
 * address. The lock makes the count hold for concurrent calls. Returns the inviting user.
 */
export async function requireInvitationLeft(tx: Tx, userId: Id<'usr'>): Promise<UserRow> {
  const inviter = await lockUser(tx, userId)
  const verified = inviter.email_verified_at !== null
  const max = tx.settings.invitationsPerDay[verified ? 'verified' : 'unverified']
  const sent = await invitationsSentSince(tx, userId, { since: after(tx.now, -day), limit: max })
  if (sent.length < max) return inviter
  const waitMs = after(sent.at(-1) ?? tx.now, day).getTime() - tx.now.getTime()
  throw new Failure('too-many-requests', `You can send at most ${max} invitations in 24 hours.`, {
    hint: verified ? 'Try again later.' : 'Verify your email address to send more.',
    retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
  })
}
