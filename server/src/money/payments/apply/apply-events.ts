import type { Context } from '../../../context.ts'
import { second } from '../../../lib/clock.ts'
import type { EventSubject, PaymentProcessor } from '../../processor/processor.ts'
import { applyBankPayout, applyTransfer } from '../../payouts/apply-payout.ts'
import { applyPayoutAccount } from '../../payouts/apply-account.ts'
import { applyMethod, applySetup } from './apply-saved-card.ts'
import { applyPayment, paymentIdOf } from './apply-payment.ts'
import { finishEvent, leaseDueEvents, postponeEvent, type ProcessorEventRow } from './event-queries.ts'
import { syncChargeback } from '../poll/poll-chargebacks.ts'
import { syncRefund } from '../poll/poll-refunds.ts'

type Application = (context: Context, event: ProcessorEventRow) => Promise<void>

/** An event only names an object. The object is fetched and its current state applied. */
const applications: Record<EventSubject, Application> = {
  payment: async ({ ports, store }, { ref }) => {
    const snapshot = await ports.processor.fetchPayment({ ref })
    if (snapshot === undefined) return
    await store.write(async (tx) => {
      const id = await paymentIdOf(tx, snapshot)
      if (id !== undefined) await applyPayment(tx, id, snapshot, 'system')
    })
  },
  setup: async ({ ports, store }, { ref }) => {
    const snapshot = await ports.processor.fetchSetup({ ref })
    if (snapshot !== undefined) await store.write((tx) => applySetup(tx, snapshot))
  },
  method: async ({ ports, store }, { ref }) => {
    const snapshot = await ports.processor.fetchMethod(ref)
    await store.write((tx) => applyMethod(tx, ref, snapshot))
  },
  dispute: (context, { ref }) => syncChargeback(context, ref),
  transfer: async ({ ports, store }, { ref }) => {
    const snapshot = await ports.processor.fetchTransfer({ ref })
    if (snapshot !== undefined) await store.write((tx) => applyTransfer(tx, snapshot))
  },
  bankPayout: async ({ ports, store }, { ref, under }) => {
    const snapshot = under === null ? undefined : await fetchBankPayout(ports.processor, ref, under)
    if (snapshot !== undefined) await store.write((tx) => applyBankPayout(tx, snapshot))
  },
  payoutAccount: async ({ ports, store }, { ref }) => {
    const snapshot = await ports.processor.fetchPayoutAccount(ref)
    if (snapshot !== undefined) await store.write((tx) => applyPayoutAccount(tx, snapshot))
  },
  refund: (context, { ref }) => syncRefund(context, ref),
  other: async () => undefined,
}

const fetchBankPayout = (processor: PaymentProcessor, ref: string, under: string) =>
  processor.fetchBankPayout({ ref, under })

const attemptsMax = 12

/** Applies due events. Failures are retried with backoff and dropped after a day. */
export async function applyEvents(context: Context): Promise<number> {
  const events = await context.store.write(leaseDueEvents)
  for (const event of events) {
    try {
      await applications[event.subject](context, event)
      await context.store.write((tx) => finishEvent(tx, event.event_id, 'applied'))
    } catch (error) {
      context.log.warn(
        { event: event.event_id, attempt: event.attempts, error: String(error) },
        'failed to apply processor event',
      )
      await postpone(context, event)
    }
  }
  return events.length
}

async function postpone({ store }: Context, { event_id: id, attempts }: ProcessorEventRow): Promise<void> {
  const delayMs = 5 * second * 2 ** attempts
  await store.write((tx) =>
    attempts >= attemptsMax ? finishEvent(tx, id, 'failed') : postponeEvent(tx, id, delayMs),
  )
}
