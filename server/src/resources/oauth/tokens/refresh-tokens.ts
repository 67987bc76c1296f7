import type { Tx } from '../../../db/transact.ts'
import { after } from '../../../lib/clock.ts'
import { sameBytes } from '../../../lib/secrets.ts'
import { parseToken } from '../../../lib/tokens.ts'
import { disconnect } from '../disconnect.ts'
import { issueTokens, type TokenResponse } from './issue-tokens.ts'
import { resourceNamed } from '../protected-resource.ts'
import { OauthRefusal } from '../refusal.ts'
import { repeatWithinMs } from '../rules.ts'
import {
  isPairUnused,
  lockRefreshToken,
  markReplaced,
  revokePair,
  type RefreshToken,
} from './token-queries.ts'

interface RefreshRequest {
  readonly token: string
  readonly clientId: string
  readonly scope: string | undefined
  readonly resource: string | undefined
}

const invalid = (description: string) => new OauthRefusal('invalid_grant', description)

/**
 * Replaces a refresh token. A replaced or revoked one that comes back was copied, so the grant ends. The exception is a lost
 * response: shortly after the replacement, while nothing has used the new token, the old one gets other tokens and the new
 * one is revoked.
 */
export async function refreshTokens(tx: Tx, request: RefreshRequest): Promise<TokenResponse | OauthRefusal> {
  const parsed = parseToken(request.token)
  const token = parsed?.kind === 'rt' ? await lockRefreshToken(tx, `otk_${parsed.suffix}`) : undefined
  if (token === undefined || parsed === undefined || !sameBytes(token.secret_hash, parsed.secretHash)) {
    return invalid('The refresh token is unknown.')
  }
  if (token.client_id !== request.clientId) return invalid('The refresh token was issued to another client.')
  if (!token.active) return invalid('The app was disconnected.')
  if (token.expires_at <= tx.now) return invalid('The refresh token has expired.')
  const asked = request.scope?.split(' ').filter((scope) => scope !== '') ?? []
  if (!asked.every((scope) => token.scopes.some((granted) => granted === scope))) {
    return new OauthRefusal(
      'invalid_scope',
      '"scope" must not exceed the granted scopes. Request a new authorization for more.',
    )
  }
  if (
    request.resource !== undefined &&
    resourceNamed(tx.settings.origin, request.resource) !== token.resource
  ) {
    return new OauthRefusal('invalid_target', 'The refresh token is for another resource.')
  }
  if (!(await isFirstUseOrRepeat(tx, token))) {
    await disconnect(tx, token.grant_id, 'refresh token reused')
    return invalid('The refresh token was used before. The app is disconnected.')
  }
  if (token.replaced_by !== null) await revokePair(tx, token.replaced_by)
  const narrowed = token.scopes.filter((scope) => asked.length === 0 || asked.includes(scope))
  const { grant_id: grantId, scopes } = token
  const { pairId, response } = await issueTokens(tx, {
    grantId,
    scopes,
    ...(narrowed.length < scopes.length ? { narrowed } : {}),
  })
  await markReplaced(tx, token, pairId)
  return response
}

async function isFirstUseOrRepeat(tx: Tx, token: RefreshToken): Promise<boolean> {
  if (token.revoked_at !== null) return false
  if (token.replaced_at === null || token.replaced_by === null) return true
  if (token.replaced_at < after(tx.now, -repeatWithinMs)) return false
  return isPairUnused(tx, token.replaced_by)
}
