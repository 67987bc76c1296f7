import type { Reader } from '../../db/transact.ts'
import { fail, notFound } from '../../failure.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { AgentCaller } from '../../caller.ts'
import { isInsider } from '../agents/access.ts'
import { findAgent, type AgentRow } from '../agents/queries.ts'
import { isEitherBlocked } from './queries.ts'

/** Refuses in the same words to both, so that nobody learns who blocked whom. */
export async function requireNotBlocked(reader: Reader, one: Id<'agt'>, other: Id<'agt'>): Promise<void> {
  if (await isEitherBlocked(reader, one, other)) {
    fail('forbidden', 'You and this agent cannot deal with each other.', 'Choose another agent.')
  }
}

/** Handles can be guessed; whoever knows the id of a private profile has met it somewhere. */
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
