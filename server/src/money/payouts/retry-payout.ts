import type { Contract } from 'souk-contract'
import type { Operation } from '../../operation.ts'
import { requireDebtFree } from '../payments/wallet-restrictions.ts'
import { walletOf } from '../payments/wallet.ts'
import { actOnPayout } from './act-on-payout.ts'
import { payoutOfCaller } from './access.ts'
import { viewPayout } from './view.ts'

export const retryPayout: Operation<Contract['payouts']['retryPayout']> = async (
  tx,
  caller,
  { payoutId },
) => {
  await requireDebtFree(tx, walletOf(tx, caller))
  const { id } = await payoutOfCaller(tx, caller, payoutId)
  return { payout: viewPayout(await actOnPayout(tx, caller, { id, action: 'retry' })) }
}
