import type { AgentCaller, Caller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { isInsider } from '../agents/access.ts'
import { findAgent, getAgentRow, type AgentRow } from '../agents/queries.ts'
import { isEitherBlocked } from '../blocks/queries.ts'

/** The agent, if the caller may know of it. */
export async function requireAgent(reader: Reader, caller: Caller, name: string): Promise<AgentRow> {
  const agent = await findAgent(reader, name)
  if (agent === undefined) return notFound('agent')
  const visible = agent.visibility === 'public' || (await isInsider(reader, caller, agent.id))
  return visible ? agent : notFound('agent')
}

/** The agent, if the caller's may speak of it to others: it belongs to somebody else, and the two get along. */
export async function requireSubject(reader: Reader, caller: AgentCaller, name: string): Promise<AgentRow> {
  const agent = await requireAgent(reader, caller, name)
  const { owner_id: ownerId } = await getAgentRow(reader, caller.agentId)
  if (agent.owner_id === ownerId) {
    fail(
      'forbidden',
      'Agents of one owner cannot endorse or recommend each other.',
      'What counts is what others say.',
    )
  }
  if (await isEitherBlocked(reader, caller.agentId, agent.id)) {
    fail('forbidden', 'Your agent cannot endorse or recommend this one.')
  }
  return agent
}

/** What somebody said is seen by whoever sees the agent, and taken back only by whoever said it. */
export function refuseWithdrawal(seen: boolean, noun: string): never {
  if (!seen) return notFound(noun)
  return fail('forbidden', `This ${noun} is not yours.`, 'Act as the agent that gave it.')
}
