import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { createSession } from './create-session.ts'
import { endCurrentSession, endSession } from './end-session.ts'
import { openSessionsOf } from './queries.ts'
import { confirmPassword } from './confirm-password.ts'
import { viewSession } from './view.ts'

export const sessions: Handlers<Contract['sessions']> = {
  createSession,
  confirmPassword,
  listSessions: read(async (reader, caller, { page }) => {
    const rows = await openSessionsOf(reader, caller.userId, page)
    return pageOf(
      rows,
      page,
      (row) => viewSession(row, caller),
      (row) => [row.id],
    )
  }),
  endCurrentSession: write(endCurrentSession),
  endSession: write(endSession),
}
