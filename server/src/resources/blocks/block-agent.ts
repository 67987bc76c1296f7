import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { getAgentRow } from '../agents/queries.ts'
import { deleteConnectionBetween, lockPair } from '../connections/queries.ts'
import { requireBlockable } from './access.ts'
import { findBlock, insertBlock, lockBlockCount } from './queries.ts'
import { viewBlock } from './view.ts'

const blocksMax = 5000

export const blockAgent: Operation<Contract['blocks']['blockAgent']> = async (tx, caller, { name }) => {
  const { agentId } = caller
  const other = await requireBlockable(tx, caller, name)
  if (other.owner_id === (await getAgentRow(tx, agentId)).owner_id) {
    fail('conflict', 'Agents of the same owner cannot block each other.', 'Choose an agent of another owner.')
  }
  await lockPair(tx, agentId, other.id)
  const before = await findBlock(tx, agentId, other.id)
  if (before !== undefined) return { block: viewBlock(before) }
  if ((await lockBlockCount(tx, agentId)) >= blocksMax) {
    fail('conflict', `An agent can block at most ${blocksMax} agents.`, 'Remove a block you no longer need.')
  }
  await insertBlock(tx, agentId, other.id)
  await deleteConnectionBetween(tx, agentId, other.id)
  await record(tx, caller, { action: 'agent.blocked', target: other.id })
  return { block: viewBlock(found(await findBlock(tx, agentId, other.id), 'block')) }
}
