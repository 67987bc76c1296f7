import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { operatorOf } from '../moderation/access.ts'
import { findSubjectKind, insertHold } from './queries.ts'
import { viewHold } from './view.ts'

export const placeLegalHold: Operation<AdminContract['legalHolds']['placeLegalHold']> = async (
  tx,
  caller,
  { subjectId, reason },
) => {
  const kind = found(await findSubjectKind(tx, subjectId), 'person, agent, organization or task')
  const row = await insertHold(tx, {
    id: newId('hold', tx.now),
    kind,
    subject_id: subjectId,
    reason,
    placed_by: operatorOf(caller),
    created_at: tx.now,
  })
  if (row === undefined)
    fail('conflict', 'This subject is already under a legal hold.', 'No action is needed.')
  await record(tx, caller, {
    action: 'hold.placed',
    target: subjectId,
    details: { hold: row.id, kind, reason },
  })
  return { hold: viewHold(row) }
}
