import type { AdminContract } from 'souk-contract'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { actOnPayout } from './act-on-payout.ts'
import { viewPayoutForOperator } from './view.ts'

export const takePayoutAction: Operation<AdminContract['payouts']['takePayoutAction']> = async (
  tx,
  caller,
  { payoutId: id, action },
) => {
  if (!isId('pout', id)) return notFound('payout')
  return { payout: viewPayoutForOperator(await actOnPayout(tx, caller, { id, action })) }
}
