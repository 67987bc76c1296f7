import { record } from '../../../audit/record.ts'
import { systemCaller } from '../../../caller.ts'
import type { Tx } from '../../../db/transact.ts'
import { repayDebt } from '../../debts/repay-debt.ts'
import { post, type Actor } from '../../ledger/post.ts'
import { topUp, topUpFee } from '../../ledger/recipes.ts'
import { after, minute } from '../../../lib/clock.ts'
import { isId, newId, type Id } from '../../../lib/ids.ts'
import type { PaymentSnapshot } from '../../processor/snapshots.ts'
import { updatePayment, findPaymentByRef, insertPayment, lockPayment, type PaymentRow } from '../queries.ts'
import type { PaymentState } from '../../../db/tables/payment-tables.ts'
import { walletOfAgent } from '../wallet.ts'

/** Payment states by processor status. */
const states: Record<PaymentSnapshot['status'], PaymentState> = {
  open: 'open',
  requires_action: 'open',
  processing: 'processing',
  succeeded: 'succeeded',
  failed: 'failed',
  expired: 'expired',
}

/** Poll interval of payments in progress. */
export const paymentPollMs = 10 * minute

/**
 * Applies the processor's current state of a payment. Depends only on the state, so duplicates and reordering do not
 * matter. Money that arrives is credited even if the payment was already marked as failed, or if it was paid twice.
 */
export async function applyPayment(
  tx: Tx,
  id: Id<'pay'>,
  snapshot: PaymentSnapshot,
  actor: Actor,
): Promise<PaymentRow | undefined> {
  const payment = await lockPayment(tx, id)
  if (payment === undefined || payment.kind === 'conversion') return payment
  if (isOtherPayment(payment, snapshot)) return applyOtherPayment(tx, payment, snapshot, actor)
  const state = payment.state === 'succeeded' ? 'succeeded' : states[snapshot.status]
  if (snapshot.status === 'succeeded') await creditWallet(tx, payment, snapshot, actor)
  const settled = state === 'succeeded' && snapshot.fee !== undefined
  const failed = state === 'failed' && !isPageOpen(payment, tx.now)
  const ended = settled || failed || state === 'expired'
  return updatePayment(tx, id, {
    state,
    payment_ref: refAfter(payment, snapshot),
    failure: state === 'failed' ? (snapshot.failure?.code ?? 'processing_error') : null,
    fee: snapshot.fee?.amount ?? payment.fee,
    due_at: ended ? null : after(tx.now, paymentPollMs),
  })
}

/** The first reference stays until the processor has charged; a paid reference stays for good. */
function refAfter({ payment_ref: known }: PaymentRow, { ref, chargeRef, status }: PaymentSnapshot): string {
  return known !== null && chargeRef === undefined && status !== 'succeeded' ? known : ref
}

/** The processor reports another payment under the id of one that is paid. */
function isOtherPayment(payment: PaymentRow, { ref }: PaymentSnapshot): boolean {
  const { state, payment_ref: paidRef, session_ref: sessionRef } = payment
  return state === 'succeeded' && paidRef !== null && ![paidRef, sessionRef].includes(ref)
}

/** The money of a second payment is credited as a payment of its own. An unpaid one changes nothing. */
async function applyOtherPayment(
  tx: Tx,
  payment: PaymentRow,
  snapshot: PaymentSnapshot,
  actor: Actor,
): Promise<PaymentRow | undefined> {
  const known = await findPaymentByRef(tx, snapshot.ref)
  if (known !== undefined) return applyPayment(tx, known.id, snapshot, actor)
  if (snapshot.status !== 'succeeded') return payment
  const id = newId('pay', tx.now)
  const { agent_id, liable_id, past_liable_ids, book, kind, customer_ref } = payment
  await insertPayment(tx, {
    id,
    agent_id,
    liable_id,
    past_liable_ids,
    book,
    kind,
    ...snapshot.amount,
    state: 'processing',
    customer_ref,
    payment_ref: snapshot.ref,
    created_at: tx.now,
    updated_at: tx.now,
  })
  const details = { payment: payment.id, amount: Number(snapshot.amount.amount) }
  await record(tx, systemCaller, { action: 'payment.repeated', target: id, details })
  return applyPayment(tx, id, snapshot, actor)
}

/** After a decline another card can be tried while the page is open, and the webhook about it can be lost. */
function isPageOpen({ session_expires_at: until }: PaymentRow, now: Date): boolean {
  return until !== null && until > now
}

/** Our payment id, found by the processor's id, or by ours, which two of its payments can carry. */
export async function paymentIdOf(tx: Tx, snapshot: PaymentSnapshot): Promise<Id<'pay'> | undefined> {
  const id = (await findPaymentByRef(tx, snapshot.ref))?.id ?? snapshot.id
  return id !== undefined && isId('pay', id) ? id : undefined
}

async function creditWallet(
  tx: Tx,
  payment: PaymentRow,
  snapshot: PaymentSnapshot,
  actor: Actor,
): Promise<void> {
  const wallet = walletOfAgent(tx, payment.agent_id)
  const fact = { ...wallet, amount: payment.amount, paymentId: payment.id, processor: tx.settings.processor }
  const { replayed } = await post(tx, topUp(fact), { actor })
  if (!replayed) await repayDebt(tx, wallet, payment.id, actor)
  if (snapshot.fee !== undefined && snapshot.fee.amount > 0n) {
    await post(tx, topUpFee({ ...fact, feeId: payment.id, amount: snapshot.fee.amount }), { actor: 'system' })
  }
}
