import type { AdminContract } from 'souk-contract'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockRefundable, requireCovered } from './execute-refund.ts'
import { proposeAction } from './propose-action.ts'
import { refundableOf } from './rules.ts'

export const refundPayment: Operation<AdminContract['moneyDesk']['refundPayment']> = async (
  tx,
  caller,
  { paymentId, amount, reason },
) => {
  if (!isId('pay', paymentId)) return notFound('payment')
  const payment = await lockRefundable(tx, caller, paymentId)
  const wanted = amount === undefined ? refundableOf(payment) : BigInt(amount)
  await requireCovered(tx, payment, wanted)
  return proposeAction(tx, caller, { kind: 'refund', subjectId: paymentId, amount: wanted, reason })
}
