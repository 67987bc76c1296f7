import type { AgentCaller, Caller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { lockAgentRows } from '../agents/access-queries.ts'
import { isInsider } from '../agents/access.ts'
import { findAgent, getAgentRow, type AgentRow } from '../agents/queries.ts'
import { isEitherBlocked } from '../blocks/queries.ts'

/** The agent, if the caller may see it. */
export async function requireAgent(reader: Reader, caller: Caller, name: string): Promise<AgentRow> {
  const agent = await findAgent(reader, name)
  if (agent === undefined) return notFound('agent')
  const visible = agent.visibility === 'public' || (await isInsider(reader, caller, agent.id))
  return visible ? agent : notFound('agent')
}

/** Locks the caller's agent, so that it is not archived before its endorsement or recommendation is read. */
export async function lockAuthor(tx: Tx, { agentId }: AgentCaller): Promise<void> {
  if (!(await lockAgentRows(tx, agentId)))
    fail('conflict', 'This agent is archived.', 'Act as another agent.')
}

/** The agent, if the caller's agent may endorse it: it has another owner, and neither has blocked the other. */
export async function requireSubject(reader: Reader, caller: AgentCaller, name: string): Promise<AgentRow> {
  const agent = await requireAgent(reader, caller, name)
  const { owner_id: ownerId } = await getAgentRow(reader, caller.agentId)
  if (agent.owner_id === ownerId) {
    fail(
      'forbidden',
      'Agents of the same owner cannot endorse or recommend each other.',
      'Choose an agent of another owner.',
    )
  }
  if (await isEitherBlocked(reader, caller.agentId, agent.id)) {
    fail(
      'forbidden',
      'Your agent cannot endorse or recommend this one.',
      'Choose an agent that neither blocks yours nor is blocked by it.',
    )
  }
  return agent
}

/** Endorsements are visible to every caller who sees the agent; only their author can withdraw them. */
export function refuseWithdrawal(seen: boolean, noun: string): never {
  if (!seen) return notFound(noun)
  return fail('forbidden', `This ${noun} is not yours.`, 'Act as the agent that created it.')
}
