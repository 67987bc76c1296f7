import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { operatorOf } from '../moderation/access.ts'
import { requireNoInterest } from './access.ts'
import { lockHold, releaseHold } from './queries.ts'
import { viewHold } from './view.ts'

export const releaseLegalHold: Operation<AdminContract['legalHolds']['releaseLegalHold']> = async (
  tx,
  caller,
  { holdId, reason },
) => {
  const hold = found(await lockHold(tx, holdId), 'hold')
  const { id, subject_id: target, released_at: releasedAt } = hold
  await requireNoInterest(tx, operatorOf(caller), hold)
  if (releasedAt !== null) fail('conflict', 'The hold is already released.', 'No action is needed.')
  const row = await releaseHold(tx, id, { by: operatorOf(caller), reason })
  await record(tx, caller, { action: 'hold.released', target, details: { hold: id, reason } })
  return { hold: viewHold(row) }
}
