import type { AgentRole } from 'souk-contract'
import { holds } from '../../authority/rights.ts'
import type { Caller, UserCaller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { findAgentAccess, isDemoAgent, lockAgent, type AgentAccess } from './access-queries.ts'

export function mayManage(role: AgentRole | null): boolean {
  return holds(role, 'manage')
}

/**
 * Locks the agent, then reads the access again. Every change that revokes rights takes the same lock, so nothing is
 * granted with a right that is being revoked.
 */
export async function lockManagedAgent(tx: Tx, caller: UserCaller, reference: string): Promise<AgentAccess> {
  const agentId = await requireManagedAgent(tx, caller, reference)
  await lockAgent(tx, agentId)
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

/** Whether the caller may see an agent: a public one, an own one, or the one that takes demo trades. */
export async function maySee(
  reader: Reader,
  caller: Caller,
  { id, visibility }: { readonly id: Id<'agt'>; readonly visibility: 'public' | 'private' },
): Promise<boolean> {
  return visibility === 'public' || (await isInsider(reader, caller, id)) || (await isDemoAgent(reader, id))
}

/** Whether the caller may see the private part of an agent. */
export async function isInsider(reader: Reader, caller: Caller, agentId: Id<'agt'>): Promise<boolean> {
  if (caller.kind === 'key') return caller.agentId === agentId
  if (caller.kind === 'stranger') return false
  return (await findAgentAccess(reader, caller.userId, agentId)) !== undefined
}
