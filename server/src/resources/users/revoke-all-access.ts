import type { Ended } from 'souk-contract'
import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { revokeAddressesOf } from '../../events/delivery/disable-address.ts'
import { deactivateKeysOfPerson } from '../keys/queries.ts'
import { endGrantsOfPerson } from '../oauth/grant-queries.ts'
import { endSessionsOf } from '../sessions/queries.ts'
import { endLinkCodesOfOwner, endMailTokens } from './token-queries.ts'

/**
 * After a change of email address or password while signed in: keeps that session, ends other sessions, pending links and
 * connected apps.
 */
export async function revokeOldCredentials(
  tx: Tx,
  userId: Id<'usr'>,
  keptSessionId: Id<'ses'>,
): Promise<Ended> {
  const mailLinks = await endMailTokens(tx, userId)
  const sessions = await endSessionsOf(tx, userId, keptSessionId)
  const apps = await endGrantsOfPerson(tx, userId)
  return { sessions, mailLinks, linkCodes: 0, agentKeys: 0, apps, callbacks: 0 }
}

/** After account recovery: another person may have used the account, so everything it granted is revoked. */
export async function revokeEverything(tx: Tx, userId: Id<'usr'>): Promise<Ended> {
  const mailLinks = await endMailTokens(tx, userId)
  const sessions = await endSessionsOf(tx, userId, null)
  const linkCodes = await endLinkCodesOfOwner(tx, userId)
  const { agentKeys, apps } = await deactivateKeysOfPerson(tx, userId)
  const callbacks = await revokeAddressesOf(tx, userId)
  return { sessions, mailLinks, linkCodes, agentKeys, apps, callbacks }
}
