/** The only place that recognizes known devices: by a signed cookie, or by the IP address of a recent session. */
import type { Reader, OperationContext } from '../../db/transact.ts'
import { after, day } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { addressGroup } from '../../lib/network-addresses.ts'
import { pooledRandomBytes } from '../../lib/random.ts'
import { encodesTag } from '../../lib/secrets.ts'
import { findUserByEmail } from '../users/queries.ts'
import { addressesOf } from './queries.ts'

export const deviceLifetimeMs = 180 * day
/** Clients without cookies are recognized by IP address for as long as a session can last. */
const addressLifetimeMs = 30 * day

const purpose = 'known device'

/**
 * Names person, time and device. It authenticates nothing: it only gives the device its own sign-in rate limit, which
 * attackers cannot exhaust.
 */
export function newDeviceToken(
  { vault, now }: Pick<OperationContext, 'vault' | 'now'>,
  userId: Id<'usr'>,
): string {
  const facts = [userId, now.getTime().toString(36), pooledRandomBytes(9).toString('base64url')].join('.')
  return `${facts}.${vault.sign(purpose, facts).toString('base64url')}`
}

/** Rate limit key of a known device; null if the account was never used on it. */
export async function findKnownDevice(
  reader: Reader,
  { email, ip, token }: { email: string; ip: string; token: string | undefined },
): Promise<string | null> {
  const user = await findUserByEmail(reader, email)
  if (user === undefined) return null
  const device = token === undefined ? null : deviceIn(reader, user.id, token)
  if (device !== null) return device
  const known = await addressesOf(reader, user.id, after(reader.now, -addressLifetimeMs))
  const group = addressGroup(ip)
  return known.some((address) => addressGroup(address) === group) ? group : null
}

function deviceIn({ vault, now }: Reader, userId: Id<'usr'>, token: string): string | null {
  const [person, time = '', device, tag = ''] = token.split('.')
  if (person !== userId || device === undefined) return null
  const facts = [person, time, device].join('.')
  if (!vault.tags(purpose, facts).some((own) => encodesTag(tag, own))) return null
  return Number.parseInt(time, 36) + deviceLifetimeMs > now.getTime() ? device : null
}
