import type { AdminContract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { exportUser } from '../users/export/export-user.ts'
import { cancelDeletion } from '../users/deletion/cancel-deletion.ts'
import { deletionsAfter } from '../users/deletion/queries.ts'
import { appointOwner } from './appoint-owner.ts'
import { endUserSessions } from './end-user-sessions.ts'
import { getAgentDetails } from './get-agent-details.ts'
import { getOrganizationDetails } from './get-organization-details.ts'
import { getTaskDetails } from './get-task-details.ts'
import { getUserDetails } from './get-user-details.ts'
import { resendVerification } from './resend-verification.ts'
import { revokeKey } from './revoke-key.ts'
import { searchHits } from './search-queries.ts'
import { viewDeletion } from './view.ts'

/** Details are writes, because each reading is recorded. */
export const marketDesk: Handlers<AdminContract['marketDesk']> = {
  searchMarket: read(async (reader, _caller, { q }) => ({ results: await searchHits(reader, q) })),
  getUserDetails: write(getUserDetails),
  getAgentDetails: write(getAgentDetails),
  getOrganizationDetails: write(getOrganizationDetails),
  getTaskDetails: write(getTaskDetails),
  appointOwner: write(appointOwner),
  endUserSessions: write(endUserSessions),
  resendVerification: write(resendVerification),
  revokeKey: write(revokeKey),
  listDeletions: read(async (reader, _caller, { page }) =>
    pageOf(await deletionsAfter(reader, page), page, viewDeletion, (row) => [
      row.deletion_due_at.toISOString(),
      row.id,
    ]),
  ),
  cancelDeletion: write(cancelDeletion),
  exportUser: write(exportUser),
}
