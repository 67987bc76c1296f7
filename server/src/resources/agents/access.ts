import type { AgentRole } from 'souk-contract'
import { holds, rolesHolding, type AgentRight } from '../../authority/rights.ts'
import type { Caller, UserCaller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'

export interface AgentAccess {
  agent_id: Id<'agt'>
  role: AgentRole
}

/** Roles that hold a right, as a query parameter. Every role may act. */
export function rolesWith(right: 'act' | AgentRight): string[] {
  return right === 'act' ? rolesHolding() : rolesHolding(right)
}

export function mayManage(role: AgentRole | null): boolean {
  return holds(role, 'manage')
}

export function mayUseWallet(role: AgentRole | null): boolean {
  return holds(role, 'wallet')
}

/** How a person reaches an agent, by id or handle, or the active agent if neither is given. The strongest role wins. */
export async function findAgentAccess(
  reader: Reader,
  userId: Id<'usr'>,
  reference: string | undefined,
): Promise<AgentAccess | undefined> {
  const reachable = reader
    .selectFrom('agent_access as access')
    .innerJoin('agents', 'agents.id', 'access.agent_id')
    .innerJoin('users', 'users.id', 'access.user_id')
    .select(['access.agent_id', 'access.role'])
    .where('access.user_id', '=', userId)
    .orderBy('access.rank')
    .limit(1)
  if (reference === undefined) {
    return reachable.whereRef('agents.id', '=', 'users.active_agent_id').executeTakeFirst()
  }
  return isId('agt', reference)
    ? reachable.where('agents.id', '=', reference).executeTakeFirst()
    : reachable.where('agents.handle', '=', reference).executeTakeFirst()
}

/**
 * Locks the agent, then reads the access again. Every change that revokes rights takes the same lock, so nothing is
 * granted with a right that is being revoked.
 */
export async function lockManagedAgent(tx: Tx, caller: UserCaller, reference: string): Promise<AgentAccess> {
  const agentId = await requireManagedAgent(tx, caller, reference)
  await tx.selectFrom('agents').select('id').where('id', '=', agentId).forUpdate().execute()
  await requireManagedAgent(tx, caller, agentId)
  return (await findAgentAccess(tx, caller.userId, agentId)) ?? notFound('agent')
}

/**
 * Returns the agent if the caller may change its settings: 404 without access, 403 with access but without the right.
 */
export async function requireManagedAgent(
  reader: Reader,
  caller: UserCaller,
  reference: string,
): Promise<Id<'agt'>> {
  const access = await findAgentAccess(reader, caller.userId, reference)
  if (access === undefined) return notFound('agent')
  if (mayManage(access.role)) return access.agent_id
  return fail(
    'forbidden',
    'You can act as this agent, but cannot change its settings.',
    'Ask the owner of the agent.',
  )
}

/** Whether the caller may see the private part of an agent. */
export async function isInsider(reader: Reader, caller: Caller, agentId: Id<'agt'>): Promise<boolean> {
  if (caller.kind === 'key') return caller.agentId === agentId
  if (caller.kind === 'stranger') return false
  return (await findAgentAccess(reader, caller.userId, agentId)) !== undefined
}
