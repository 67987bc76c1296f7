/** The only place that says where a person signed in before: by a signed cookie, or by the address of a recent session. */
import type { Reader, OperationContext } from '../../db/transact.ts'
import { after, day } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { addressGroup } from '../../lib/network-addresses.ts'
import { pooledRandomBytes } from '../../lib/random.ts'
import { sameBytes } from '../../lib/secrets.ts'
import { findUserByEmail } from '../users/queries.ts'
import { addressesOf } from './queries.ts'

export const deviceLifetimeMs = 180 * day
/** Clients without cookies are known by their address for as long as a session can last. */
const addressLifetimeMs = 30 * day

const purpose = 'known device'

/** Names the person, the time and the device; it opens nothing, and only keeps others from using up its sign-ins. */
export function newDeviceToken(
  { vault, now }: Pick<OperationContext, 'vault' | 'now'>,
  userId: Id<'usr'>,
): string {
  const facts = [userId, now.getTime().toString(36), pooledRandomBytes(9).toString('base64url')].join('.')
  return `${facts}.${vault.sign(purpose, facts).toString('base64url')}`
}

/** What sign-ins of a known device are counted under; null for a device that this account was never used on. */
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
  const sent = Buffer.from(tag, 'base64url')
  const facts = [person, time, device].join('.')
  if (!vault.tags(purpose, facts).some((own) => sameBytes(own, sent))) return null
  return Number.parseInt(time, 36) + deviceLifetimeMs > now.getTime() ? device : null
}
