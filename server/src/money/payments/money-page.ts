import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { getAgentRow } from '../../resources/agents/queries.ts'

/** Return URL of processor pages. Names the agent, because the active one may have changed by then. */
export async function moneyPageOf(reader: Reader, agentId: Id<'agt'>): Promise<string> {
  const { handle } = await getAgentRow(reader, agentId)
  return `${reader.settings.origin}/as/${handle}/money`
}
