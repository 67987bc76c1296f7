import type { Context } from '../../../context.ts'
import { minute } from '../../../lib/clock.ts'
import type { Id } from '../../../lib/ids.ts'
import { applyPayment } from '../apply/apply-payment.ts'
import { chargeInputOf } from '../fund-balance.ts'
import { leaseDuePayments } from './poll-queries.ts'
import { updatePayment, findCustomer, type PaymentRow } from '../queries.ts'

/** How long a charge can be retried under its id. Stripe forgets idempotency keys after 24 hours. */
const retryableMs = 20 * 60 * minute
/** After this, an intent without a processor object fails: its page never existed, so it cannot be paid. */
const abandonedMs = 24 * 60 * minute

/** Polls payments in progress, so that a lost response or webhook cannot lose money. */
export async function pollPayments(context: Context): Promise<number> {
  const due = await context.store.write(leaseDuePayments)
  for (const payment of due) {
    await pollPayment(context, payment).catch((error: unknown) =>
      context.log.warn({ payment: payment.id, error: String(error) }, 'failed to poll payment'),
    )
  }
  return due.length
}

async function pollPayment(context: Context, payment: PaymentRow): Promise<void> {
  const { ports, store, clock } = context
  const ageMs = clock.now().getTime() - payment.created_at.getTime()
  const charge = ageMs < retryableMs ? chargeInputOf(payment) : undefined
  if (charge !== undefined) {
    const outcome = await ports.processor.chargeSavedMethod(charge)
    if (outcome.outcome === 'failed') return failPayment(context, payment.id, outcome.failure.code)
    if (outcome.outcome !== 'unknown') {
      await store.write((tx) => applyPayment(tx, payment.id, outcome.payment, 'system'))
      return
    }
  }
  // A processor can repeat a stored error for the same idempotency key although the payment exists, so fetch it
  // instead.
  const ref = payment.payment_ref ?? payment.session_ref
  const under = payment.customer_ref ?? (await store.read((reader) => findCustomer(reader, payment.agent_id)))
  const lookup = ref !== null ? { ref } : under === undefined ? undefined : { id: payment.id, under }
  const snapshot = lookup === undefined ? undefined : await ports.processor.fetchPayment(lookup)
  if (snapshot !== undefined) await store.write((tx) => applyPayment(tx, payment.id, snapshot, 'system'))
  else if (ageMs > abandonedMs) await failPayment(context, payment.id, 'processing_error')
}

async function failPayment({ store }: Context, id: Id<'pay'>, failure: string): Promise<void> {
  await store.write((tx) => updatePayment(tx, id, { state: 'failed', failure, due_at: null }))
}
