import type { Session } from 'souk-contract'
import type { Caller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { after } from '../../lib/clock.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { newToken } from '../../lib/tokens.ts'
import { newDeviceToken } from './known-device.ts'
import { endSurplusSessions, insertSession, type SessionRow } from './queries.ts'
import { sessionIdleMs, sessionMaxMs } from './rules.ts'
import { viewSession } from './view.ts'

/** Creates a session for an authenticated person. `device` is only set as a cookie, never returned in the body. */
export async function openSession(
  tx: Tx,
  caller: Caller,
  userId: Id<'usr'>,
): Promise<{ session: Session; token: string; device: string }> {
  const { row, token } = await createSessionRow(tx, { userId, ip: caller.ip, userAgent: caller.userAgent })
  const session = { ...viewSession(row, caller), current: true }
  return { session, token, device: newDeviceToken(tx, userId) }
}

interface NewSession {
  readonly userId: Id<'usr'>
  readonly ip: string | null
  readonly userAgent: string | null
  /** When a password was last entered for it; null counts from its creation. */
  readonly authenticatedAt?: Date
}

export async function createSessionRow(
  tx: Tx,
  { userId, ip, userAgent, authenticatedAt }: NewSession,
): Promise<{ row: SessionRow; token: string }> {
  const id = newId('ses', tx.now)
  const { token, secretHash } = newToken('st', id)
  const row = {
    id,
    user_id: userId,
    secret_hash: secretHash,
    ip,
    user_agent: userAgent,
    created_at: tx.now,
    last_seen_at: tx.now,
    idle_expires_at: after(tx.now, sessionIdleMs),
    expires_at: after(tx.now, sessionMaxMs),
    ended_at: null,
    authenticated_at: authenticatedAt ?? null,
  }
  await insertSession(tx, row)
  await endSurplusSessions(tx, userId)
  return { row, token }
}
