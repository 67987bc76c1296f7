import { sql } from 'kysely'
import type { Context } from '../../context.ts'
import { after, minute, second } from '../../lib/clock.ts'
import type { EventSubject, PaymentProcessor } from '../processor/processor.ts'
import { applyBankPayout, applyTransfer } from '../payouts/apply-payout.ts'
import { applyPayoutAccount } from '../payouts/apply-account.ts'
import { applyMethod, applySetup } from './apply-saved-card.ts'
import { applyPayment, paymentIdOf } from './apply-payment.ts'
import { syncChargeback } from './poll-chargebacks.ts'
import { syncRefund } from './poll-refunds.ts'

interface DueEvent {
  event_id: string
  subject: EventSubject
  ref: string
  our_id: string | null
  under: string | null
  attempts: number
}

type Application = (context: Context, event: DueEvent) => Promise<void>

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

const batchSize = 50
const leaseMs = minute
const attemptsMax = 12

/** Applies due events. Failures are retried with backoff and dropped after a day. */
export async function applyEvents(context: Context): Promise<number> {
  const events = await leaseDueEvents(context)
  for (const event of events) {
    try {
      await applications[event.subject](context, event)
      await finish(context, event.event_id, 'applied')
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

async function leaseDueEvents({ store }: Context): Promise<DueEvent[]> {
  return store.write(async (tx) => {
    const { rows } = await sql<DueEvent>`
      update processor_events set attempts = attempts + 1, due_at = ${after(tx.now, leaseMs)}
      where event_id in (
        select event_id from processor_events where state = 'queued' and due_at <= ${tx.now}
        order by due_at limit ${batchSize} for update skip locked
      )
      returning event_id, subject, ref, our_id, under, attempts`.execute(tx)
    return rows
  })
}

async function finish({ store }: Context, id: string, state: 'applied' | 'failed'): Promise<void> {
  await store.write((tx) =>
    tx
      .updateTable('processor_events')
      .set({ state, applied_at: tx.now })
      .where('event_id', '=', id)
      .execute(),
  )
}

async function postpone(context: Context, event: DueEvent): Promise<void> {
  if (event.attempts >= attemptsMax) return finish(context, event.event_id, 'failed')
  const delayMs = 5 * second * 2 ** event.attempts
  await context.store.write((tx) =>
    tx
      .updateTable('processor_events')
      .set({ due_at: after(tx.now, delayMs) })
      .where('event_id', '=', event.event_id)
      .execute(),
  )
}
