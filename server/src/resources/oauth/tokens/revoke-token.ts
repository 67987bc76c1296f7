import { authorityTopic } from '../../../authority/topics.ts'
import type { Tx } from '../../../db/transact.ts'
import { sameBytes } from '../../../lib/secrets.ts'
import { parseToken } from '../../../lib/tokens.ts'
import { disconnect } from '../disconnect.ts'
import { OauthRefusal } from '../refusal.ts'
import { findToken, markRevoked } from './token-queries.ts'

/** Revokes a token (RFC 7009). A refresh token ends the grant with all its tokens. Revoking an unknown token succeeds. */
export async function revokeToken(
  tx: Tx,
  { token: sent, clientId }: { token: string; clientId: string | undefined },
): Promise<OauthRefusal | undefined> {
  const parsed = parseToken(sent)
  const token = parsed === undefined ? undefined : await findToken(tx, `otk_${parsed.suffix}`)
  if (token === undefined || parsed === undefined || !sameBytes(token.secret_hash, parsed.secretHash)) {
    return undefined
  }
  if (clientId !== undefined && clientId !== token.client_id) {
    return new OauthRefusal('invalid_client', 'The token was issued to another client.')
  }
  if (token.kind === 'refresh') await disconnect(tx, token.grant_id, 'revoked by the app')
  else {
    await markRevoked(tx, token.id)
    tx.publish(authorityTopic.key(token.key_id))
  }
  return undefined
}
