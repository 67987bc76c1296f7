import type { AgentRole, Money, Scope } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { notifyGranted } from '../../authority/notify-granted.ts'
import { grantableScopes, holds } from '../../authority/rights.ts'
import type { UserCaller } from '../../caller.ts'
import type { ResourceName } from '../../db/tables/oauth-tables.ts'
import type { OperationContext, Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { pooledRandomBytes } from '../../lib/random.ts'
import { requireCurrency } from '../../money/payments/wallet.ts'
import { lockManagedAgent } from '../agents/access.ts'
import { insertKey } from '../keys/queries.ts'
import { markClientUsed, type ClientRow } from './clients/client-queries.ts'
import { countApps, insertGrant } from './grant-queries.ts'
import { appsPerAgentMax } from './rules.ts'

/** Access that the app requests. */
interface Request {
  readonly client: Pick<ClientRow, 'id' | 'name'>
  readonly redirectHost: string
  readonly resource: ResourceName
  readonly scopes: readonly Scope[]
}

/** Access that the person grants. */
interface Decision {
  /** Id or handle. */
  readonly agent: string
  readonly scopes: Scope[]
  readonly dailyLimit: Money | undefined
}

/** The only place that creates a grant with its key. A person grants what the app asks for at most, and never more than their own rights. */
export async function createGrant(
  tx: Tx,
  caller: UserCaller,
  { client, redirectHost, resource, scopes: requested }: Request,
  { agent, scopes, dailyLimit }: Decision,
): Promise<Id<'grt'>> {
  const { agent_id: agentId, role } = await lockManagedAgent(tx, caller, agent)
  requireGrantable(role, scopes, requested)
  const limit = requireLimit(tx, scopes, dailyLimit)
  if ((await countApps(tx, agentId)) >= appsPerAgentMax) {
    fail(
      'conflict',
      `An agent can have at most ${appsPerAgentMax} apps.`,
      'Disconnect an app you no longer need.',
    )
  }
  const id = await insert(tx, caller, { client, redirectHost, agentId, resource, scopes, limit, role })
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
  return id
}

interface NewGrant extends Request {
  readonly agentId: Id<'agt'>
  readonly scopes: Scope[]
  readonly limit: Money | null
  readonly role: AgentRole
}

async function insert(
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
      'Set it to 0 to require approval of every payment.',
    )
  }
  requireCurrency(context, limit.currency)
  return limit
}
