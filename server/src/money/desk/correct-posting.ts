import type { AdminContract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { findCorrectable } from './execute-correction.ts'
import { proposeAction } from './propose-action.ts'

export const correctPosting: Operation<AdminContract['moneyDesk']['correctPosting']> = async (
  tx,
  caller,
  { posting: key, reason },
) => {
  const wrong = await findCorrectable(tx, caller, key)
  const amount = wrong.transfers.reduce((sum, transfer) => sum + transfer.amount, 0n)
  return proposeAction(tx, caller, { kind: 'correction', subjectId: key, amount, reason })
}
