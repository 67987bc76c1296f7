import { record } from '../../../audit/record.ts'
import { systemCaller } from '../../../caller.ts'
import type { Tx } from '../../../db/transact.ts'
import { after, second } from '../../../lib/clock.ts'
import { sha256 } from '../../../lib/secrets.ts'
import { newToken } from '../../../lib/tokens.ts'
import { endSessionOf, replaceSecret } from '../../sessions/queries.ts'
import { sessionMaxMs } from '../../sessions/rules.ts'
import { cliClientId } from '../authorization-server.ts'
import { lockDevice, markDeviceUsed, recordPoll } from './device-queries.ts'
import { disconnect } from '../disconnect.ts'
import { issueTokens, type TokenResponse } from '../tokens/issue-tokens.ts'
import { OauthRefusal } from '../refusal.ts'
import { slowDownSeconds } from '../rules.ts'

type Device = NonNullable<Awaited<ReturnType<typeof lockDevice>>>

/** Answers a poll of a device (RFC 8628, section 3.5). A device code works once; a second use ends what the first one got. */
export async function exchangeDeviceCode(
  tx: Tx,
  { code, clientId }: { code: string; clientId: string },
): Promise<TokenResponse | OauthRefusal> {
  const device = await lockDevice(tx, sha256(code))
  if (device === undefined || (device.client_id ?? cliClientId) !== clientId) {
    return new OauthRefusal('invalid_grant', 'The device code is unknown, or was issued to another client.')
  }
  if (device.state === 'used') {
    await end(tx, device)
    return new OauthRefusal('invalid_grant', 'The device code was used before. Access is revoked.')
  }
  if (device.state === 'denied') return new OauthRefusal('access_denied', 'The person refused the request.')
  if (device.expires_at <= tx.now) return new OauthRefusal('expired_token', 'The device code has expired.')
  const isEarly =
    device.polled_at !== null && tx.now < after(device.polled_at, device.interval_seconds * second)
  const interval = device.interval_seconds + (isEarly ? slowDownSeconds : 0)
  await recordPoll(tx, device.id, interval)
  if (isEarly) return new OauthRefusal('slow_down', `Wait ${interval} seconds between polls.`)
  if (device.state === 'pending') {
    return new OauthRefusal('authorization_pending', 'The person has not decided yet.')
  }
  await markDeviceUsed(tx, device)
  return (await issue(tx, device)) ?? new OauthRefusal('invalid_grant', 'The authorization was revoked.')
}

async function issue(tx: Tx, device: Device): Promise<TokenResponse | undefined> {
  const { grant_id: grantId, granted, session_id: sessionId, session_user: userId } = device
  if (grantId !== null && granted !== null) {
    return (await issueTokens(tx, { grantId, scopes: granted })).response
  }
  if (sessionId === null || userId === null) return undefined
  const { token, secretHash } = newToken('st', sessionId)
  await replaceSecret(tx, sessionId, secretHash)
  return { access_token: token, token_type: 'Bearer', expires_in: sessionMaxMs / second }
}

async function end(tx: Tx, { grant_id: grantId, session_id: sessionId, session_user: userId }: Device) {
  if (grantId !== null) await disconnect(tx, grantId, 'device code reused')
  if (sessionId === null || userId === null) return
  await endSessionOf(tx, userId, sessionId)
  const details = { person: userId, reason: 'device code reused' }
  await record(tx, systemCaller, { action: 'session.ended', target: sessionId, details })
}
