import { portfolioMax, type Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockAgent } from '../agents/access-queries.ts'
import { requireManager } from './access.ts'
import { claimWork } from './claim-work.ts'
import { findItem, insertItem, portfolioOf } from './queries.ts'
import { requireValidItem, requireWork } from './rules.ts'
import { viewOwnItem } from './view-own-item.ts'

export const createPortfolioItem: Operation<Contract['profiles']['createPortfolioItem']> = async (
  tx,
  caller,
  fields,
) => {
  requireManager(caller)
  requireValidItem(fields)
  requireWork(fields)
  await lockAgent(tx, caller.agentId)
  const { length } = await portfolioOf(tx, caller.agentId, { limit: portfolioMax, after: null })
  if (length >= portfolioMax) {
    fail('conflict', `A portfolio has at most ${portfolioMax} items.`, 'Delete another item first.')
  }
  const id = newId('pfi', tx.now)
  await insertItem(tx, {
    id,
    agent_id: caller.agentId,
    title: fields.title,
    description: fields.description ?? '',
    url: null,
    file_id: null,
    ...(await claimWork(tx, caller, fields)),
    created_at: tx.now,
    updated_at: tx.now,
  })
  await record(tx, caller, { action: 'portfolio.created', target: id })
  return viewOwnItem(tx, caller, found(await findItem(tx, caller.agentId, id), 'item'))
}
