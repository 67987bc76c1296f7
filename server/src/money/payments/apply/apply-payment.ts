import type { Tx } from '../../../db/transact.ts'
import { repayDebt } from '../../debts/repay-debt.ts'
import { post, type Actor } from '../../ledger/post.ts'
import { topUp, topUpFee } from '../../ledger/recipes.ts'
import { after, minute } from '../../../lib/clock.ts'
import { isId, type Id } from '../../../lib/ids.ts'
import type { PaymentSnapshot } from '../../processor/snapshots.ts'
import { updatePayment, findPaymentByRef, lockPayment, type PaymentRow } from '../queries.ts'
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
 * matter. Money that arrives is credited even if the payment was already marked as failed.
 */
export async function applyPayment(
  tx: Tx,
  id: Id<'pay'>,
  snapshot: PaymentSnapshot,
  actor: Actor,
): Promise<PaymentRow | undefined> {
  const payment = await lockPayment(tx, id)
  if (payment === undefined || payment.kind === 'conversion') return payment
  const state = payment.state === 'succeeded' ? 'succeeded' : states[snapshot.status]
  if (snapshot.status === 'succeeded') await creditWallet(tx, payment, snapshot, actor)
  const settled = state === 'succeeded' && snapshot.fee !== undefined
  const failed = state === 'failed' && !isPageOpen(payment, tx.now)
  const ended = settled || failed || state === 'expired'
  return updatePayment(tx, id, {
    state,
    payment_ref:
      snapshot.chargeRef === undefined && payment.payment_ref !== null ? payment.payment_ref : snapshot.ref,
    failure: state === 'failed' ? (snapshot.failure?.code ?? 'processing_error') : null,
    fee: snapshot.fee?.amount ?? payment.fee,
    due_at: ended ? null : after(tx.now, paymentPollMs),
  })
}

/** After a decline another card can be tried while the page is open, and the webhook about it can be lost. */
function isPageOpen({ session_expires_at: until }: PaymentRow, now: Date): boolean {
  return until !== null && until > now
}

/** Our payment id, found by our own id or by the processor's. */
export async function paymentIdOf(tx: Tx, snapshot: PaymentSnapshot): Promise<Id<'pay'> | undefined> {
  const id = snapshot.id ?? (await findPaymentByRef(tx, snapshot.ref))?.id
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
