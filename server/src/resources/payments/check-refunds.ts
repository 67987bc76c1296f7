/** Processors tell of refunds, and what they tell can be lost for good: what may still change is asked after. */
import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { after, hour } from '../../lib/clock.ts'
import { applyPayment, paymentIdOf } from './apply-payment.ts'
import { applyRefund } from './apply-refund.ts'

const batchSize = 20
/** Whoever is asked in vain is asked again after so long. */
const leaseMs = hour

export async function checkRefunds(context: Context): Promise<number> {
  const due = await leaseDue(context)
  for (const { ref } of due) {
    try {
      await askAfterRefund(context, ref)
    } catch (error) {
      context.log.warn({ refund: ref, error: String(error) }, 'refund not checked')
    }
  }
  return due.length
}

/** A refund says which payment it is of, and the payment whose it is; it may not have been heard of yet either. */
export async function askAfterRefund({ ports, store }: Context, ref: string): Promise<void> {
  const refund = await ports.processor.fetchRefund({ ref })
  if (refund === undefined) return
  const payment = await ports.processor.fetchPayment({ ref: refund.paymentRef })
  if (payment === undefined) return
  await store.write(async (tx) => {
    const id = await paymentIdOf(tx, payment)
    if (id === undefined) return
    await applyPayment(tx, id, payment, 'system')
    await applyRefund(tx, id, refund)
  })
}

async function leaseDue({ store }: Context): Promise<{ ref: string }[]> {
  return store.write(async (tx) => {
    const { rows } = await sql<{ ref: string }>`
      update refunds set due_at = ${after(tx.now, leaseMs)}
      where ref in (
        select ref from refunds where due_at <= ${tx.now} and book = ${tx.settings.book}
        order by due_at limit ${batchSize} for update skip locked
      )
      returning ref`.execute(tx)
    return rows
  })
}
