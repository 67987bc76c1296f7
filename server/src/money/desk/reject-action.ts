import type { AdminContract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { Operation } from '../../operation.ts'
import { operatorOf } from '../../resources/moderation/access.ts'
import { requireNoInterestIn } from './access.ts'
import { updateAction } from './action-queries.ts'
import { lockPending } from './approve-action.ts'
import { viewAction } from './view.ts'

export const rejectAction: Operation<AdminContract['moneyDesk']['rejectAction']> = async (
  tx,
  caller,
  { actionId, reason },
) => {
  const action = await lockPending(tx, actionId)
  await requireNoInterestIn(tx, caller, action)
  const rejected = await updateAction(tx, action.id, {
    state: 'rejected',
    decided_by: operatorOf(caller),
    decision_reason: reason,
  })
  await record(tx, caller, { action: 'operator-action.rejected', target: action.id, details: { reason } })
  return { action: viewAction(rejected, tx.now) }
}
