import type { KeyCaller, UserCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { findAgentAccess, mayManage } from '../agents/access.ts'
import { findAgent } from '../agents/queries.ts'

export interface GatedAgent {
  readonly id: Id<'agt'>
  /** Keys may change the gate as well, but never loosen it. */
  readonly mayChange: boolean
}

/** The agent, for people who can act as it and for its own keys. Nobody else learns that there is a gate. */
export async function requireGatedAgent(
  reader: Reader,
  caller: UserCaller | KeyCaller,
  reference: string,
): Promise<GatedAgent> {
  if (caller.kind === 'key') {
    const agent = await findAgent(reader, reference)
    return agent?.id === caller.agentId ? { id: agent.id, mayChange: true } : notFound('agent')
  }
  const access = await findAgentAccess(reader, caller.userId, reference)
  return access === undefined ? notFound('agent') : { id: access.agent_id, mayChange: mayManage(access.role) }
}
