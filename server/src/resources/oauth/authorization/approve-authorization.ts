import type { Contract } from 'souk-contract'
import type { Tx } from '../../../db/transact.ts'
import { after } from '../../../lib/clock.ts'
import { pooledRandomBytes } from '../../../lib/random.ts'
import { sha256 } from '../../../lib/secrets.ts'
import type { Operation } from '../../../operation.ts'
import { requireAddressee, requireClient, requireTerms, respond } from './consent.ts'
import { createGrant } from '../create-grant.ts'
import { insertCode } from '../grant-queries.ts'
import { describeRedirect } from './redirect-uris.ts'
import { codeLifetimeMs } from '../rules.ts'

/** Creates the grant with its key, and a code that the client exchanges for tokens. */
export const approveAuthorization: Operation<Contract['apps']['approveAuthorization']> = async (
  tx,
  caller,
  { query, agentId: agent, scopes, dailyLimit },
) => {
  const { clientId, redirectUri } = requireAddressee(query)
  const client = await requireClient(tx, { clientId, redirectUri })
  const { challenge, resource, scopes: requested } = requireTerms(query, tx.settings.origin)
  const redirectHost = describeRedirect(redirectUri).host
  const grantId = await createGrant(
    tx,
    caller,
    { client, redirectHost, resource, scopes: requested },
    { agent, scopes, dailyLimit },
  )
  const code = await issueCode(tx, {
    grant_id: grantId,
    client_id: client.id,
    redirect_uri: redirectUri,
    challenge,
  })
  return { redirectTo: respond(tx, query, { code }) }
}

async function issueCode(
  tx: Tx,
  bound: Pick<Parameters<typeof insertCode>[1], 'grant_id' | 'client_id' | 'redirect_uri' | 'challenge'>,
): Promise<string> {
  const code = pooledRandomBytes(32).toString('base64url')
  await insertCode(tx, {
    ...bound,
    hash: sha256(code),
    created_at: tx.now,
    expires_at: after(tx.now, codeLifetimeMs),
  })
  return code
}
