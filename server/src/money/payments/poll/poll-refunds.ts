import type { Context } from '../../../context.ts'
import { applyPayment, paymentIdOf } from '../apply/apply-payment.ts'
import { applyRefund } from '../apply/apply-refund.ts'
import { pollProcessor } from './poll-processor.ts'

export function pollRefunds(context: Context): Promise<number> {
  return pollProcessor(context, 'refunds', syncRefund)
}

/** A refund names its payment only by the processor's id, and the payment itself may be unknown yet: apply both. */
export async function syncRefund({ ports, store }: Context, ref: string): Promise<void> {
  const refund = await ports.processor.fetchRefund({ ref })
  if (refund === undefined) return
  const payment = await ports.processor.fetchPayment({ ref: refund.paymentRef })
  if (payment === undefined) return
  await store.write(async (tx) => {
    const id = await paymentIdOf(tx, payment)
    if (id === undefined) return
    const applied = await applyPayment(tx, id, payment, 'system')
    await applyRefund(tx, applied?.id ?? id, refund)
  })
}
