import { portfolioMax, type Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockAgent } from '../agents/access-queries.ts'
import { getAgentRow } from '../agents/queries.ts'
import { requireManager } from './access.ts'
import { portfolioOf, saveOrder } from './queries.ts'
import { viewItem } from './view.ts'

export const reorderPortfolio: Operation<Contract['profiles']['reorderPortfolio']> = async (
  tx,
  caller,
  { itemIds },
) => {
  requireManager(caller)
  await lockAgent(tx, caller.agentId)
  const read = () => portfolioOf(tx, caller.agentId, { limit: portfolioMax, after: null })
  const ids: readonly string[] = (await read()).map(({ id }) => id)
  if (ids.length !== itemIds.length || !ids.every((id) => itemIds.includes(id))) {
    fail('conflict', '"itemIds" must name every item of the portfolio once.', 'List the portfolio again.')
  }
  await saveOrder(tx, caller.agentId, itemIds)
  await record(tx, caller, { action: 'portfolio.reordered', target: caller.agentId })
  const { handle } = await getAgentRow(tx, caller.agentId)
  const { origin } = tx.settings
  return { items: (await read()).map((row) => viewItem(row, { origin, handle })) }
}
