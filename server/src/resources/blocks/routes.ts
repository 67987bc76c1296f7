import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { blockAgent } from './block-agent.ts'
import { blocksOf } from './queries.ts'
import { unblockAgent } from './unblock-agent.ts'
import { viewBlock } from './view.ts'

export const blocks: Handlers<Contract['blocks']> = {
  listBlocks: read(async (reader, { agentId }, { page }) =>
    pageOf(await blocksOf(reader, agentId, page), page, viewBlock, (row) => [
      row.created_at.toISOString(),
      row.blocked_id,
    ]),
  ),
  blockAgent: write(blockAgent),
  unblockAgent: write(unblockAgent),
}
