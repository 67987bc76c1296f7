import type { Selectable } from 'kysely'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Store, Tx } from '../../../db/transact.ts'
import { after } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { ProcessorRefused } from '../../processor-errors.ts'
import type { Lookup, RefundInput, RefundOutcome } from '../processor.ts'
import type { RefundSnapshot } from '../snapshots.ts'
import { about, emit } from './events.ts'
import { faultOf } from './fault-amounts.ts'
import { cardOf } from './methods.ts'
import { lockBalance, recordBalanceTransaction } from './balance-transactions.ts'
import { idempotent } from './idempotent-call.ts'
import { processingDelayMs, type PaymentRow } from './payments.ts'

type RefundRow = Selectable<Schema['sandbox_refunds']>

export async function refund(store: Store, input: RefundInput): Promise<RefundOutcome> {
  const { amount, currency } = input.amount
  const response = await idempotent(
    store,
    { operation: 'refund', input, amount: input.amount },
    async (tx) => {
      const payment = await lockPaid(tx, input)
      const { available, pending } = await lockBalance(tx, currency)
      if (available.amount + pending.amount < amount) return { short: 'platform' }
      const late = faultOf(input.amount) === 'late' || cardOf(payment.card).refundsFail === true
      return { made: await createRefund(tx, payment, { ourId: input.id, amount, late }) }
    },
  )
  if (response === 'unknown') return { outcome: 'unknown' }
  if ('short' in response) return { outcome: 'insufficient_platform_balance' }
  if (!('made' in response)) return { outcome: 'unknown' }
  const snapshot = await store.read((reader) => fetchRefund(reader, { ref: response.made }))
  if (snapshot === undefined) return { outcome: 'unknown' }
  if (snapshot.status === 'failed') {
    return { outcome: 'failed', failure: { code: 'card_declined', processorCode: 'refund_failed' } }
  }
  return { outcome: snapshot.status, refund: snapshot }
}

/** Refunds created at the processor do not have one of our ids. */
const withoutOurId = ''

/** Refunds the rest of the payment, as if from the processor's dashboard. */
export async function refundByProcessor(tx: Tx, payment: PaymentRow): Promise<void> {
  const amount = payment.amount - payment.refunded
  const late = cardOf(payment.card).refundsFail === true
  if (amount > 0n) await createRefund(tx, payment, { ourId: withoutOurId, amount, late })
}

async function createRefund(
  tx: Tx,
  { id: paymentId, currency }: PaymentRow,
  { ourId, amount, late }: { ourId: string; amount: bigint; late: boolean },
): Promise<string> {
  const row = await tx
    .insertInto('sandbox_refunds')
    .values({
      id: newId('sbre', tx.now),
      our_id: ourId,
      payment_id: paymentId,
      amount,
      currency,
      state: late ? 'pending' : 'succeeded',
      due_at: late ? after(tx.now, processingDelayMs) : null,
      created_at: tx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  await changeRefunded(tx, paymentId, amount)
  await emit(tx, `refund.${row.state}`, about('refund', row))
  await recordBalanceTransaction(tx, {
    kind: 'refund',
    sourceRef: row.id,
    amount: { amount: -amount, currency },
  })
  return row.id
}

async function lockPaid(tx: Tx, input: RefundInput): Promise<PaymentRow> {
  const payment = await tx
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('id', '=', input.paymentRef)
    .where('state', '=', 'succeeded')
    .where('currency', '=', input.amount.currency)
    .forUpdate()
    .executeTakeFirst()
  if (payment === undefined || payment.amount - payment.refunded < input.amount.amount) {
    throw new ProcessorRefused('cannot_refund', 'The refund exceeds the remaining amount of the payment.')
  }
  return payment
}

async function changeRefunded(tx: Tx, paymentId: string, change: bigint): Promise<void> {
  await tx
    .updateTable('sandbox_payments')
    .set((set) => ({ refunded: set('refunded', '+', change) }))
    .where('id', '=', paymentId)
    .execute()
}

/** Applies the bank's decision: the refund succeeds, or the money returns to the platform. */
export async function finishRefund(tx: Tx, row: RefundRow, card: string): Promise<void> {
  const state = cardOf(card).refundsFail === true ? 'failed' : 'succeeded'
  await tx.updateTable('sandbox_refunds').set({ state, due_at: null }).where('id', '=', row.id).execute()
  await emit(tx, `refund.${state}`, about('refund', row))
  if (state === 'succeeded') return
  await changeRefunded(tx, row.payment_id, -row.amount)
  await recordBalanceTransaction(tx, {
    kind: 'refund',
    sourceRef: row.id,
    amount: { amount: row.amount, currency: row.currency },
  })
}

export async function fetchRefund(reader: Reader, lookup: Lookup): Promise<RefundSnapshot | undefined> {
  const query = reader.selectFrom('sandbox_refunds').selectAll()
  const row = await (
    'ref' in lookup
      ? query.where('id', '=', lookup.ref)
      : query.where('our_id', '=', lookup.id).where('payment_id', '=', lookup.under)
  ).executeTakeFirst()
  if (row === undefined) return undefined
  return {
    id: row.our_id === withoutOurId ? undefined : row.our_id,
    ref: row.id,
    paymentRef: row.payment_id,
    status: row.state,
    amount: { amount: row.amount, currency: row.currency },
  }
}
