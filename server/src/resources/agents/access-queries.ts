import type { AgentRole } from 'souk-contract'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'

export interface AgentAccess {
  agent_id: Id<'agt'>
  role: AgentRole
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

/** Whether the agent takes demo trades, which only a sandbox has. */
export async function isDemoAgent(reader: Reader, id: Id<'agt'>): Promise<boolean> {
  if (reader.settings.processor !== 'sandbox') return false
  const found = await reader
    .selectFrom('demo_agents')
    .select('agent_id')
    .where('agent_id', '=', id)
    .executeTakeFirst()
  return found !== undefined
}

export async function lockAgent(tx: Tx, id: Id<'agt'>): Promise<void> {
  await tx.selectFrom('agents').select('id').where('id', '=', id).forUpdate().execute()
}

/** Serializes changes that count rows of an agent. Rows that refer to the agent can still be inserted. Returns false if it is archived. */
export async function lockAgentRows(tx: Tx, id: Id<'agt'>): Promise<boolean> {
  const active = await tx
    .selectFrom('agents')
    .select('id')
    .where('id', '=', id)
    .where('archived_at', 'is', null)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return active !== undefined
}
