import type { AdminContract } from 'souk-contract'
import { record } from '../../../audit/record.ts'
import { notFound } from '../../../failure.ts'
import { isId } from '../../../lib/ids.ts'
import type { Operation } from '../../../operation.ts'
import { operatorOf } from '../../moderation/access.ts'
import { findUser } from '../queries.ts'
import { startExport } from './request-export.ts'
import { viewExport } from './rules.ts'

export const exportUser: Operation<AdminContract['marketDesk']['exportUser']> = async (
  tx,
  caller,
  { userId, reason },
) => {
  if (!isId('usr', userId) || (await findUser(tx, userId)) === undefined) return notFound('person')
  const { row } = await startExport(tx, userId, operatorOf(caller))
  await record(tx, caller, { action: 'export.requested', target: userId, details: { reason } })
  return { export: viewExport(row) }
}
