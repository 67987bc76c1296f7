import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { createMyAgent } from '../agents/create-agent.ts'
import { checkArchive, listArchivedAgents } from '../agents/archive/show-archive.ts'
import { linkAgent } from '../agents/links/link-agent.ts'
import { agentsOf } from '../agents/queries.ts'
import { moveArchivedFunds } from '../agents/archive/move-archived-funds.ts'
import { removeMyAgent } from '../agents/archive/remove-my-agent.ts'
import { restoreMyAgent } from '../agents/archive/restore-my-agent.ts'
import { viewAgent } from '../agents/view.ts'
import { consentsOf } from '../../policy/terms-queries.ts'
import { eventNumbers } from '../../events/queries.ts'
import { findOperatorRole } from '../operators/queries.ts'
import { listMyInvitations, listMyOrganizations } from '../organizations/lists.ts'
import { respondToInvitation } from '../organizations/respond-to-invitation.ts'
import { getUser } from './queries.ts'
import { deletionBlockersOf } from './deletion/blockers.ts'
import { deleteMe } from './deletion/delete-me.ts'
import { restoreMe } from './deletion/restore-me.ts'
import { getExportContent } from './export/get-export-content.ts'
import { findExport } from './export/queries.ts'
import { removeExport } from './export/remove-export.ts'
import { requestExport } from './export/request-export.ts'
import { viewExport } from './export/rules.ts'
import { registerUser } from './register-user.ts'
import { requestVerification } from './request-verification.ts'
import { resetPassword } from './reset-password.ts'
import { storageOf } from './storage-queries.ts'
import { selectAgent } from './select-agent.ts'
import { updateMe } from './update-me.ts'
import { verifyEmail } from './verify-email.ts'
import { viewUser } from './view.ts'

export const users = (operatorEmails: readonly string[]): Handlers<Contract['users']> => ({
  deleteMe: write(deleteMe),
  checkDeletion: read(async (reader, { userId }) => ({
    deletesAt: (await getUser(reader, userId)).deletion_due_at?.toISOString() ?? null,
    blockers: await deletionBlockersOf(reader, userId),
  })),
  restoreMe: write(restoreMe),
  requestExport: write(requestExport),
  getExport: read(async (reader, { userId }) => {
    const row = await findExport(reader, userId)
    return { export: row === undefined ? null : viewExport(row) }
  }),
  getExportContent,
  removeExport: write(removeExport),
  registerUser,
  getMe: read(async (reader, caller) => ({
    user: viewUser(await getUser(reader, caller.userId)),
    operatorRole: (await findOperatorRole(reader, caller.userId, operatorEmails)) ?? null,
    consents: await consentsOf(reader, caller.userId),
    lastEventId: String((await eventNumbers(reader)).last),
  })),
  getStorage: read(async (reader, caller) => ({ storage: await storageOf(reader, caller.userId) })),
  updateMe,
  resetPassword,
  verifyEmail: write(verifyEmail),
  requestVerification: write(requestVerification),
  listMyAgents: read(async (reader, caller, { page }) => {
    const rows = await agentsOf(reader, caller.userId, page)
    const view = (row: (typeof rows)[number]) => ({
      agent: viewAgent(row, { audience: 'insider', origin: reader.settings.origin }),
      role: row.role,
      active: row.active,
    })
    return pageOf(rows, page, view, (row) => [row.id])
  }),
  createMyAgent: write(createMyAgent),
  removeMyAgent: write(removeMyAgent),
  checkArchive: read(checkArchive),
  listArchivedAgents: read(listArchivedAgents),
  restoreMyAgent: write(restoreMyAgent),
  moveArchivedFunds: write(moveArchivedFunds),
  linkAgent: write(linkAgent),
  selectAgent: write(selectAgent),
  listMyOrganizations: read(listMyOrganizations),
  listMyInvitations: read(listMyInvitations),
  respondToInvitation: write(respondToInvitation),
})
