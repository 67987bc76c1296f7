import type { Tx } from '../../../db/transact.ts'
import { sameBytes, sha256 } from '../../../lib/secrets.ts'
import { disconnect } from '../disconnect.ts'
import { issueTokens, type TokenResponse } from './issue-tokens.ts'
import { resourceNamed } from '../protected-resource.ts'
import { OauthRefusal } from '../refusal.ts'
import { lockCode, markCodeUsed } from './token-queries.ts'

interface CodeRequest {
  readonly code: string
  readonly clientId: string
  readonly verifier: string
  readonly redirectUri: string | undefined
  readonly resource: string | undefined
}

const invalid = (description: string) => new OauthRefusal('invalid_grant', description)

/** Exchanges a code for tokens. Reuse of a code indicates theft, so its tokens are revoked. */
export async function exchangeCode(tx: Tx, request: CodeRequest): Promise<TokenResponse | OauthRefusal> {
  const code = await lockCode(tx, sha256(request.code))
  if (code === undefined || code.client_id !== request.clientId) {
    return invalid('The code is unknown, or was issued to another client.')
  }
  if (code.used_at !== null) {
    await disconnect(tx, code.grant_id, 'code reused')
    return invalid('The code was used before. All tokens issued for it are revoked.')
  }
  if (code.expires_at <= tx.now) return invalid('The code has expired.')
  if (!verifies(request.verifier, code.challenge)) {
    return invalid('"code_verifier" does not match the code challenge.')
  }
  if (request.redirectUri !== undefined && request.redirectUri !== code.redirect_uri) {
    return invalid('"redirect_uri" differs from that of the authorization request.')
  }
  if (request.resource !== undefined) {
    const named = resourceNamed(tx.settings.origin, request.resource)
    if (named !== code.resource)
      return new OauthRefusal('invalid_target', 'The code is for another resource.')
  }
  if (!code.active) return invalid('The authorization was revoked.')
  await markCodeUsed(tx, code)
  const { grant_id: grantId, scopes } = code
  return (await issueTokens(tx, { grantId, scopes })).response
}

/** PKCE with S256 (RFC 7636). */
function verifies(verifier: string, challenge: string): boolean {
  if (!/^[\w.~-]{43,128}$/.test(verifier)) return false
  return sameBytes(Buffer.from(sha256(verifier).toString('base64url')), Buffer.from(challenge))
}
