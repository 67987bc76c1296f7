import type { Reader } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { AgentCaller } from '../../caller.ts'
import { isInsider } from '../agents/access.ts'
import { findAgent, type AgentRow } from '../agents/queries.ts'
import { isEitherBlocked } from './queries.ts'

/** Same text for both agents, so that neither learns which one blocked the other. */
export async function requireNotBlocked(reader: Reader, one: Id<'agt'>, other: Id<'agt'>): Promise<void> {
  if (await isEitherBlocked(reader, one, other)) {
    fail('forbidden', 'You and this agent cannot interact.', 'Choose another agent.')
  }
}

/** A private profile can be blocked only by id: handles can be guessed, and the error would reveal that it exists. */
export async function requireBlockable(
  reader: Reader,
  caller: AgentCaller,
  reference: string,
): Promise<AgentRow> {
  const agent = await findAgent(reader, reference)
  if (agent === undefined) return notFound('agent')
  const known = agent.visibility === 'public' || isId('agt', reference)
  return known || (await isInsider(reader, caller, agent.id)) ? agent : notFound('agent')
}
