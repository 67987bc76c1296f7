import type { Contract } from 'souk-contract'
import type { Operations } from '../enforcement/operations.ts'
import { read, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { requireApproval } from './access.ts'
import { decideApproval } from './decide-approval.ts'
import { approvalsOf, visibleApprovals } from './queries.ts'
import { viewApproval } from './view.ts'

export const approvals = (operations: Operations): Handlers<Contract['approvals']> => ({
  listApprovals: read(async (reader, caller, { page, ...filter }) => {
    const rows = await approvalsOf(reader, await visibleApprovals(reader, caller), filter, page)
    return pageOf(
      rows,
      page,
      (row) => viewApproval(row, reader.now),
      (row) => [row.id],
    )
  }),
  getApproval: read(async (reader, caller, { approvalId }) => {
    const approval = await requireApproval(reader, caller, approvalId)
    return { approval: viewApproval(approval, reader.now), input: approval.input }
  }),
  decideApproval: decideApproval(operations),
})
