import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { actOnPayout } from './act-on-payout.ts'
import { payoutOfCaller } from './access.ts'
import { viewPayout } from './view.ts'

export const cancelPayout: Operation<Contract['payouts']['cancelPayout']> = async (
  tx,
  caller,
  { payoutId },
) => {
  const { id } = await payoutOfCaller(tx, caller, payoutId)
  return { payout: viewPayout(await actOnPayout(tx, caller, { id, action: 'cancel' })) }
}
