import type { Contract } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import type { Tx } from '../../../db/transact.ts'
import { fail } from '../../../failure.ts'
import type { Id } from '../../../lib/ids.ts'
import type { Operation } from '../../../operation.ts'
import { requireRecentPassword } from '../../sessions/recent-password.ts'
import { recentPasswordMs } from '../../sessions/rules.ts'
import { lockUser } from '../queries.ts'
import { findExport, replaceExport, type ExportRow } from './queries.ts'
import { viewExport, whyNotYet } from './rules.ts'

/** While an archive is being built, a repeated call returns it. */
export const requestExport: Operation<Contract['users']['requestExport']> = async (tx, caller) => {
  await requireRecentPassword(tx, caller, recentPasswordMs)
  const { row, isNew } = await startExport(tx, caller.userId, null)
  if (isNew) await record(tx, caller, { action: 'export.requested', target: caller.userId })
  return { export: viewExport(row) }
}

export async function startExport(
  tx: Tx,
  userId: Id<'usr'>,
  orderedBy: Id<'usr'> | null,
): Promise<{ row: ExportRow; isNew: boolean }> {
  const { deleted_at: deletedAt } = await lockUser(tx, userId)
  if (deletedAt !== null) fail('conflict', 'The account is deleted.', 'Nothing can be exported.')
  const former = await findExport(tx, userId)
  if (former?.state === 'building') return { row: former, isNew: false }
  const refusal = former === undefined ? undefined : whyNotYet(former, tx.now)
  if (refusal !== undefined) fail('conflict', refusal, 'Download it, or try again later.')
  return { row: await replaceExport(tx, userId, orderedBy), isNew: true }
}
