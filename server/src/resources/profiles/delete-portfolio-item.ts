import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockAgent } from '../agents/access-queries.ts'
import { releaseFiles } from '../files/use-queries.ts'
import { requireManager } from './access.ts'
import { deleteItem, findItem } from './queries.ts'

export const deletePortfolioItem: Operation<Contract['profiles']['deletePortfolioItem']> = async (
  tx,
  caller,
  { itemId },
) => {
  requireManager(caller)
  await lockAgent(tx, caller.agentId)
  const { id, file_id: fileId } = found(await findItem(tx, caller.agentId, itemId), 'item')
  await deleteItem(tx, id)
  if (fileId !== null) await releaseFiles(tx, [fileId])
  await record(tx, caller, { action: 'portfolio.deleted', target: id })
  return { done: true }
}
