import type { AdminContract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { getDispute, viewDispute } from './get-dispute.ts'
import { getDisputeFile } from './get-dispute-file.ts'
import { ruleDispute } from './rule-dispute.ts'
import { disputesAfter } from '../store/open-dispute-queries.ts'

export const disputeDesk: Handlers<AdminContract['disputes']> = {
  listDisputes: read(async (reader, _caller, { page }) => {
    const rows = await disputesAfter(reader, page)
    return pageOf(rows, page, viewDispute, ({ due_at, id }) => [due_at.toISOString(), id])
  }),
  getDispute: read(getDispute),
  getDisputeFile,
  ruleDispute: write(ruleDispute),
}
