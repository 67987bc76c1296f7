import type { PortfolioItem } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import { getAgentRow } from '../agents/queries.ts'
import type { ItemRow } from './queries.ts'
import { viewItem } from './view.ts'

export async function viewOwnItem(
  reader: Reader,
  { agentId }: AgentCaller,
  row: ItemRow,
): Promise<{ item: PortfolioItem }> {
  const { handle } = await getAgentRow(reader, agentId)
  return { item: viewItem(row, { origin: reader.settings.origin, handle }) }
}
