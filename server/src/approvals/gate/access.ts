import { holds } from '../../authority/rights.ts'
import type { KeyCaller, UserCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import type { Id } from '../../lib/ids.ts'
import { mayManage } from '../../resources/agents/access.ts'
import { findAgentAccess } from '../../resources/agents/access-queries.ts'
import { findAgent } from '../../resources/agents/queries.ts'

interface GatedAgent {
  readonly id: Id<'agt'>
  /** Keys can tighten the gate too, but never loosen it. */
  readonly mayChange: boolean
  /** Loosening the gate allows more spending, so it needs access to the wallet. */
  readonly mayLoosen: boolean
}

/** The agent, for people who can act as it and for its own keys; 404 for others. */
export async function requireGatedAgent(
  reader: Reader,
  caller: UserCaller | KeyCaller,
  reference: string,
): Promise<GatedAgent> {
  if (caller.kind === 'key') {
    const agent = await findAgent(reader, reference)
    return agent?.id === caller.agentId
      ? { id: agent.id, mayChange: true, mayLoosen: false }
      : notFound('agent')
  }
  const access = await findAgentAccess(reader, caller.userId, reference)
  if (access === undefined) return notFound('agent')
  const { agent_id: id, role } = access
  return { id, mayChange: mayManage(role), mayLoosen: holds(role, 'manage', 'wallet') }
}
