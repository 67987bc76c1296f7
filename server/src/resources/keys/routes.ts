import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { requireManagedAgent } from '../agents/access.ts'
import { createKey } from './create-key.ts'
import { deactivateKey } from './deactivate-key.ts'
import { enableKey } from './enable-key.ts'
import { keysOf } from './queries.ts'
import { viewKey } from './view.ts'

export const keys: Handlers<Contract['keys']> = {
  listKeys: read(async (reader, caller, { agentId, page }) => {
    const rows = await keysOf(reader, await requireManagedAgent(reader, caller, agentId), page)
    return pageOf(rows, page, viewKey, (row) => [row.id])
  }),
  createKey: write(createKey),
  deactivateKey: write(deactivateKey),
  enableKey: write(enableKey),
}
