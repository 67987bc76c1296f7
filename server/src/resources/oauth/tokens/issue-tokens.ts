import type { Scope } from 'souk-contract'
import type { Tx } from '../../../db/transact.ts'
import { after, second } from '../../../lib/clock.ts'
import { newId, type Id } from '../../../lib/ids.ts'
import { newToken } from '../../../lib/tokens.ts'
import { accessLifetimeMs, refreshLifetimeMs } from '../rules.ts'
import { insertTokens } from './token-queries.ts'

/** Response of the token endpoint (RFC 6749, section 5.1). */
export interface TokenResponse {
  readonly access_token: string
  readonly token_type: 'Bearer'
  readonly expires_in: number
  readonly refresh_token?: string
  readonly scope?: string
}

/** Issues an access token, which can have fewer scopes than the grant, and a refresh token. Only their hashes are stored. */
export async function issueTokens(
  tx: Tx,
  {
    grantId,
    scopes,
    narrowed,
  }: { grantId: Id<'grt'>; scopes: readonly Scope[]; narrowed?: readonly Scope[] },
): Promise<{ pairId: Id<'otp'>; response: TokenResponse }> {
  const pairId = newId('otp', tx.now)
  const create = (kind: 'access' | 'refresh', lifetimeMs: number) => {
    const id = newId('otk', tx.now)
    const { token, secretHash } = newToken(kind === 'access' ? 'at' : 'rt', id)
    const expires_at = after(tx.now, lifetimeMs)
    const row = {
      id,
      grant_id: grantId,
      kind,
      secret_hash: secretHash,
      pair_id: pairId,
      created_at: tx.now,
      expires_at,
      scopes: kind === 'access' && narrowed !== undefined ? [...narrowed] : null,
    }
    return { token, row }
  }
  const access = create('access', accessLifetimeMs)
  const refresh = create('refresh', refreshLifetimeMs)
  await insertTokens(tx, [access.row, refresh.row])
  return {
    pairId,
    response: {
      access_token: access.token,
      token_type: 'Bearer',
      expires_in: accessLifetimeMs / second,
      refresh_token: refresh.token,
      scope: (narrowed ?? scopes).join(' '),
    },
  }
}
