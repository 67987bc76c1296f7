import type { AgentRole, Contract, Money, Scope } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notifyGranted } from '../../authority/notify-granted.ts'
import { grantableScopes, holds } from '../../authority/rights.ts'
import type { UserCaller } from '../../caller.ts'
import type { ResourceName } from '../../db/oauth-tables.ts'
import type { OperationContext, Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { after } from '../../lib/clock.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { pooledRandomBytes } from '../../lib/random.ts'
import { sha256 } from '../../lib/secrets.ts'
import { requireCurrency } from '../../money/payments/wallet.ts'
import type { Operation } from '../../operation.ts'
import { lockManagedAgent } from '../agents/access.ts'
import { insertKey } from '../keys/queries.ts'
import { markClientUsed, type ClientRow } from './client-queries.ts'
import { requireAddressee, requireClient, requireTerms, respond } from './consent.ts'
import { countApps, insertCode, insertGrant } from './grant-queries.ts'
import { describeRedirect } from './redirect-uris.ts'
import { appsPerAgentMax, codeLifetimeMs } from './rules.ts'

/** Creates the grant with its key, and a code that the client exchanges for tokens. */
export const approveAuthorization: Operation<Contract['apps']['approveAuthorization']> = async (
  tx,
  caller,
  { query, agentId: reference, scopes, dailyLimit },
) => {
  const addressee = requireAddressee(query)
  const client = await requireClient(tx, addressee)
  const { challenge, resource, scopes: requested } = requireTerms(query, tx.settings.origin)
  const { agent_id: agentId, role } = await lockManagedAgent(tx, caller, reference)
  requireGrantable(role, scopes, requested)
  const limit = requireLimit(tx, scopes, dailyLimit)
  if ((await countApps(tx, agentId)) >= appsPerAgentMax) {
    fail(
      'conflict',
      `An agent can have at most ${appsPerAgentMax} apps.`,
      'Disconnect an app you no longer need.',
    )
  }
  const redirectHost = describeRedirect(addressee.redirectUri).host
  const id = await createGrant(tx, caller, { client, redirectHost, agentId, resource, scopes, limit, role })
  const code = await issueCode(tx, {
    grant_id: id,
    client_id: client.id,
    redirect_uri: addressee.redirectUri,
    challenge,
  })
  await markClientUsed(tx, client.id)
  await record(tx, caller, {
    action: 'app.connected',
    target: id,
    details: {
      agent: agentId,
      client: client.id,
      app: client.name,
      scopes,
      resource,
      limit: limit?.amount ?? null,
    },
  })
  if (role !== 'owner') notifyGranted(tx, agentId, { what: 'app', id, grantedBy: caller.userId })
  return { redirectTo: respond(tx, query, { code }) }
}

interface NewGrant {
  readonly client: ClientRow
  readonly redirectHost: string
  readonly agentId: Id<'agt'>
  readonly resource: ResourceName
  readonly scopes: Scope[]
  readonly limit: Money | null
  readonly role: AgentRole
}

async function createGrant(
  tx: Tx,
  { userId }: UserCaller,
  { client, redirectHost, agentId, resource, scopes, limit, role }: NewGrant,
): Promise<Id<'grt'>> {
  const id = newId('grt', tx.now)
  await insertGrant(tx, {
    id,
    client_id: client.id,
    client_name: client.name,
    redirect_host: redirectHost,
    user_id: userId,
    agent_id: agentId,
    resource,
    daily_limit: limit === null ? null : BigInt(limit.amount),
    currency: limit?.currency ?? null,
    created_at: tx.now,
  })
  await insertKey(tx, {
    id: newId('key', tx.now),
    agent_id: agentId,
    label: client.name,
    // No token has this hash: only access tokens of the grant lead to the key.
    secret_hash: pooledRandomBytes(32),
    scopes,
    wallet: holds(role, 'wallet'),
    created_by: userId,
    held_by: userId,
    created_at: tx.now,
    grant_id: id,
  })
  return id
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

/** A person grants what the app asks for at most, and never more than their own rights. */
function requireGrantable(role: AgentRole, scopes: readonly Scope[], requested: readonly Scope[]): void {
  if (!scopes.every((scope) => requested.includes(scope))) {
    fail(
      'unprocessable',
      '"scopes" must be among the scopes that the app asks for.',
      `Use: ${requested.join(', ')}.`,
    )
  }
  if (grantableScopes(role, scopes).length === scopes.length) return
  fail(
    'forbidden',
    '"scopes" must not contain "spend": your role has no access to the wallet.',
    'Remove this scope, or ask the owner of the agent to connect the app.',
  )
}

function requireLimit(
  context: OperationContext,
  scopes: readonly Scope[],
  limit: Money | undefined,
): Money | null {
  if (!scopes.includes('spend')) return null
  if (limit === undefined) {
    return fail(
      'unprocessable',
      '"dailyLimit" is required with the scope "spend".',
      'Use 0 to approve every payment.',
    )
  }
  requireCurrency(context, limit.currency)
  return limit
}
