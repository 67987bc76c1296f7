import type { Session } from 'souk-contract'
import type { Caller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { after } from '../../lib/clock.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { newToken } from '../../lib/tokens.ts'
import { newDeviceToken } from './known-device.ts'
import { endSurplusSessions, insertSession } from './queries.ts'
import { sessionIdleMs, sessionMaxMs } from './rules.ts'
import { viewSession } from './view.ts'

/** Creates a session for an authenticated person. `device` is only set as a cookie, never returned in the body. */
export async function openSession(
  tx: Tx,
  caller: Caller,
  userId: Id<'usr'>,
): Promise<{ session: Session; token: string; device: string }> {
  const id = newId('ses', tx.now)
  const { token, secretHash } = newToken('st', id)
  const row = {
    id,
    user_id: userId,
    secret_hash: secretHash,
    ip: caller.ip,
    user_agent: caller.userAgent,
    created_at: tx.now,
    last_seen_at: tx.now,
    idle_expires_at: after(tx.now, sessionIdleMs),
    expires_at: after(tx.now, sessionMaxMs),
    ended_at: null,
    authenticated_at: null,
  }
  await insertSession(tx, row)
  await endSurplusSessions(tx, userId)
  const session = { ...viewSession(row, caller), current: true }
  return { session, token, device: newDeviceToken(tx, userId) }
}
