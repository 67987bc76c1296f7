import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockAgent } from '../agents/access-queries.ts'
import { releaseFiles } from '../files/use-queries.ts'
import { requireManager } from './access.ts'
import { claimWork } from './claim-work.ts'
import { findItem, updateItem } from './queries.ts'
import { requireValidItem } from './rules.ts'
import { viewOwnItem } from './view-own-item.ts'

export const updatePortfolioItem: Operation<Contract['profiles']['updatePortfolioItem']> = async (
  tx,
  caller,
  { itemId, ...fields },
) => {
  requireManager(caller)
  requireValidItem(fields)
  await lockAgent(tx, caller.agentId)
  const before = found(await findItem(tx, caller.agentId, itemId), 'item')
  const { title = before.title, description = before.description } = fields
  await updateItem(tx, before.id, { title, description, ...(await claimWork(tx, caller, fields)) })
  const after = found(await findItem(tx, caller.agentId, itemId), 'item')
  if (before.file_id !== null && before.file_id !== after.file_id) await releaseFiles(tx, [before.file_id])
  await record(tx, caller, {
    action: 'portfolio.updated',
    target: before.id,
    details: { fields: Object.keys(fields) },
  })
  return viewOwnItem(tx, caller, after)
}
