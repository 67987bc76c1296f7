/** Identifies apps by their access tokens of OAuth. */
import type { KeyCaller, Origin } from '../../caller.ts'
import type { ResourceName } from '../../db/tables/oauth-tables.ts'
import type { Reader } from '../../db/transact.ts'
import { Failure } from '../../failure.ts'
import { earliest } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { sameBytes } from '../../lib/secrets.ts'
import type { ParsedToken } from '../../lib/tokens.ts'
import type { CachedAccessToken } from '../../node/row-cache.ts'
import { resourceUrl } from '../../resources/oauth/protected-resource.ts'
import { findAccessToken } from '../../resources/oauth/tokens/token-queries.ts'

interface Presented {
  readonly origin: Origin
  /** Bypasses the row cache. */
  readonly fresh: boolean
  /** The resource that the call is for. */
  readonly resource: ResourceName
}

/** The caller of a valid token, undefined for another. Refuses a token that was issued for another resource. */
export async function appCaller(
  reader: Reader,
  token: ParsedToken,
  { origin, fresh, resource }: Presented,
): Promise<KeyCaller | undefined> {
  const known = await (fresh ? findAccessToken : findCachedToken)(reader, `otk_${token.suffix}`)
  if (known === undefined || !sameBytes(known.secret_hash, token.secretHash)) return undefined
  const { key, grant } = known
  if (grant.resource !== resource) {
    throw new Failure(
      'unauthorized',
      `The token is for ${resourceUrl(reader.settings.origin, grant.resource)}.`,
      {
        hint: `Request a token for ${resourceUrl(reader.settings.origin, resource)}.`,
        challenge: { error: 'invalid_token' },
      },
    )
  }
  return {
    kind: 'key',
    keyId: key.id,
    agentId: key.agent_id,
    scopes: key.scopes,
    wallet: key.wallet,
    until: earliest(known.expires_at, key.expires_at ?? known.expires_at),
    grant,
    ...origin,
  }
}

async function findCachedToken(reader: Reader, id: Id<'otk'>): Promise<CachedAccessToken | undefined> {
  const cached = reader.rowCache.accessTokens.get(id)
  if (cached !== undefined) return cached.expires_at > reader.now ? cached : undefined
  const token = await findAccessToken(reader, id)
  return token === undefined ? undefined : reader.rowCache.accessTokens.set(id, token)
}
