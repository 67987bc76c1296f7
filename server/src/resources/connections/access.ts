import type { AgentCaller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { isInsider } from '../agents/access.ts'
import { findAgent, type AgentRow } from '../agents/queries.ts'
import { findBetween, lockConnection, type ConnectionRow } from './queries.ts'

/** The other agent, if the caller may see it: a private profile is visible to agents it sent a request to. */
export async function requireOther(
  reader: Reader,
  caller: AgentCaller,
  reference: string,
): Promise<AgentRow> {
  const other = await findAgent(reader, reference)
  if (other === undefined) return notFound('agent')
  const known =
    other.visibility === 'public' ||
    (await isInsider(reader, caller, other.id)) ||
    (await findBetween(reader, caller.agentId, other.id)) !== undefined
  return known ? other : notFound('agent')
}

/** Locks a connection of the caller's agent; 404 for every other caller. */
export async function lockOwnConnection(
  tx: Tx,
  { agentId }: AgentCaller,
  reference: string,
): Promise<ConnectionRow> {
  const row = isId('con', reference) ? await lockConnection(tx, reference) : undefined
  return row !== undefined && [row.requester_id, row.addressee_id].includes(agentId)
    ? row
    : notFound('connection')
}
