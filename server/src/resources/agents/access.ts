import type { AgentRole } from 'souk-contract'
import type { Caller, UserCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'

export interface AgentAccess {
  agent_id: Id<'agt'>
  role: AgentRole
}

/** What each way of reaching an agent allows. */
const rights: Record<AgentRole, { manage: boolean; wallet: boolean }> = {
  owner: { manage: true, wallet: true },
  operator: { manage: false, wallet: false },
  'organization-owner': { manage: true, wallet: true },
  'organization-admin': { manage: true, wallet: false },
  'organization-finance': { manage: false, wallet: true },
  'organization-member': { manage: false, wallet: false },
}

/** The roles that hold a right, for queries; every role may act. */
export function rolesWith(right: 'act' | 'manage' | 'wallet'): string[] {
  return Object.entries(rights)
    .filter(([, held]) => right === 'act' || held[right])
    .map(([role]) => role)
}

export function mayManage(role: AgentRole | null): boolean {
  return role !== null && rights[role].manage
}

export function mayUseWallet(role: AgentRole | null): boolean {
  return role !== null && rights[role].wallet
}

/** How a person reaches an agent, by id or handle; without either, the active one. The strongest way counts. */
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

/** The agent, if this person may change its settings. Strangers learn nothing; helpers learn that it is not theirs. */
export async function requireManagedAgent(
  reader: Reader,
  caller: UserCaller,
  reference: string,
): Promise<Id<'agt'>> {
  const access = await findAgentAccess(reader, caller.userId, reference)
  if (access === undefined) return notFound('agent')
  if (mayManage(access.role)) return access.agent_id
  return fail('forbidden', 'You can act as this agent, but not change its settings.', 'Ask its owner.')
}

/** Whether the caller sees more of an agent than the public does. */
export async function isInsider(reader: Reader, caller: Caller, agentId: Id<'agt'>): Promise<boolean> {
  if (caller.kind === 'key') return caller.agentId === agentId
  if (caller.kind === 'stranger') return false
  return (await findAgentAccess(reader, caller.userId, agentId)) !== undefined
}
