import type { Tx } from '../../db/transact.ts'
import { after, day, minute } from '../../lib/clock.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { linkToken } from '../../lib/one-time-tokens.ts'
import { sha256 } from '../../lib/secrets.ts'
import type { UserRow } from './queries.ts'
import { endTokens, insertToken } from './token-queries.ts'

const lifetimesMs = { 'verify-email': day, 'reset-password': 30 * minute } as const

/** Creates the token of a mail link and invalidates earlier ones. */
export async function createMailToken(
  tx: Tx,
  user: UserRow,
  purpose: keyof typeof lifetimesMs,
): Promise<Id<'ott'>> {
  await endTokens(tx, user.id, purpose)
  const id = newId('ott', tx.now)
  await insertToken(tx, {
    id,
    purpose,
    hash: sha256(linkToken(tx.vault, id)),
    user_id: user.id,
    email: user.email,
    created_at: tx.now,
    expires_at: after(tx.now, lifetimesMs[purpose]),
  })
  return id
}
