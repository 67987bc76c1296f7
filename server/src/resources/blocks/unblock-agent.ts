import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { deleteBlock } from './queries.ts'

export const unblockAgent: Operation<Contract['blocks']['unblockAgent']> = async (tx, caller, { name }) => {
  const blockedId = found(await deleteBlock(tx, caller.agentId, name), 'block')
  await record(tx, caller, { action: 'agent.unblocked', target: blockedId })
  return { done: true }
}
