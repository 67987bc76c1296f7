import type { Selectable } from 'kysely'
import { feeOf } from 'souk-contract'
import type { Schema } from '../../../db/schema.ts'
import type { Reader, Store, Tx } from '../../../db/transact.ts'
import { after, second } from '../../../lib/clock.ts'
import { newId } from '../../../lib/ids.ts'
import { ProcessorRefused } from '../../processor-errors.ts'
import type { ChargeInput, ChargeOutcome } from '../processor.ts'
import type { DeclineCode, Money, PaymentSnapshot } from '../snapshots.ts'
import { about, emit } from './events.ts'
import { faultOf } from './fault-amounts.ts'
import type { CardUse, TestCard } from './instruments.ts'
import { cardOf, findMethod } from './methods.ts'
import { availableAt, recordBalanceTransaction } from './balance-transactions.ts'
import { idempotent } from './idempotent-call.ts'

export type PaymentRow = Selectable<Schema['sandbox_payments']>

/** Delay of processes that take hours or days at a real processor. */
export const processingDelayMs = 5 * second
const feeBps = 100

export async function chargeSavedMethod(store: Store, input: ChargeInput): Promise<ChargeOutcome> {
  const response = await idempotent(
    store,
    { operation: 'charge', input, amount: input.amount },
    async (tx) => {
      const method = await findMethod(tx, input.methodRef)
      if (method === undefined || method.customer_id !== input.customerRef) {
        throw new ProcessorRefused('no_such_method', `No such payment method: ${input.methodRef}.`)
      }
      const payment = { ourId: input.id, customerId: input.customerRef, amount: input.amount }
      const card = cardOf(method.card)
      const { id } = await pay(tx, {
        ...payment,
        card,
        use: 'off-session',
        removed: method.removed_at !== null,
      })
      return { made: id }
    },
  )
  if (response === 'unknown' || !('made' in response)) return { outcome: 'unknown' }
  const row = await store.read((reader) => findPayment(reader, response.made))
  if (row === undefined) return { outcome: 'unknown' }
  const payment = paymentSnapshot(row)
  if (payment.failure !== undefined) return { outcome: 'failed', failure: payment.failure }
  return { outcome: row.state === 'processing' ? 'processing' : 'succeeded', payment }
}

interface NewPayment {
  readonly ourId: string
  readonly customerId: string
  readonly card: TestCard
  readonly amount: Money
  readonly use: CardUse
  readonly removed?: boolean
}

/** Charges a card according to its test behavior. Declined payments are stored too. */
export async function pay(tx: Tx, payment: NewPayment): Promise<PaymentRow> {
  const { amount, card } = payment
  const failure = payment.removed === true ? 'method_removed' : card.refuses[payment.use]
  const late = failure === undefined && faultOf(amount) === 'late'
  const row = await tx
    .insertInto('sandbox_payments')
    .values({
      id: newId('sbpay', tx.now),
      our_id: payment.ourId,
      customer_id: payment.customerId,
      card: card.number,
      amount: amount.amount,
      currency: amount.currency,
      fee: feeOf(amount, feeBps),
      state: failure === undefined ? 'processing' : 'failed',
      failure: failure ?? null,
      due_at: late ? after(tx.now, processingDelayMs) : null,
      created_at: tx.now,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
  if (failure !== undefined) await emit(tx, 'payment.failed', about('payment', row))
  else if (late) await emit(tx, 'payment.processing', about('payment', row))
  else return settlePayment(tx, row)
  return row
}

/** Settles a payment: the money counts from now on and can be disputed. */
export async function settlePayment(tx: Tx, payment: PaymentRow): Promise<PaymentRow> {
  const card = cardOf(payment.card)
  const settled = await tx
    .updateTable('sandbox_payments')
    .set({ state: 'succeeded', due_at: isUndone(payment, card) ? after(tx.now, processingDelayMs) : null })
    .where('id', '=', payment.id)
    .returningAll()
    .executeTakeFirstOrThrow()
  await emit(tx, 'payment.succeeded', about('payment', settled))
  await recordBalanceTransaction(tx, {
    kind: 'payment',
    sourceRef: payment.id,
    amount: { amount: payment.amount, currency: payment.currency },
    fee: payment.fee,
    availableAt: availableAt(tx, card),
  })
  return settled
}

/** The cardholder or the processor reverses the payment shortly after. */
function isUndone(payment: PaymentRow, card: TestCard): boolean {
  return card.disputes !== undefined || faultOf(payment) === 'refunded'
}

export async function findPayment(reader: Reader, ref: string): Promise<PaymentRow | undefined> {
  return reader.selectFrom('sandbox_payments').selectAll().where('id', '=', ref).executeTakeFirst()
}

export async function findPaymentByOurId(
  reader: Reader,
  { id, under }: { id: string; under: string },
): Promise<PaymentRow | undefined> {
  return reader
    .selectFrom('sandbox_payments')
    .selectAll()
    .where('our_id', '=', id)
    .where('customer_id', '=', under)
    .executeTakeFirst()
}

export function paymentSnapshot(row: PaymentRow): PaymentSnapshot {
  const money = (amount: bigint) => ({ amount, currency: row.currency })
  return {
    id: row.our_id,
    ref: row.id,
    status: row.state,
    amount: money(row.amount),
    fee: row.state === 'succeeded' ? money(row.fee) : undefined,
    refunded: money(row.refunded),
    chargeRef: row.state === 'succeeded' ? row.id : undefined,
    failure: row.failure === null ? undefined : declined(row.failure),
  }
}

function declined(code: DeclineCode) {
  return { code, processorCode: code }
}
