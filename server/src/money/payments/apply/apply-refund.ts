import { record } from '../../../audit/record.ts'
import { systemCaller } from '../../../caller.ts'
import type { Tx } from '../../../db/transact.ts'
import { post } from '../../ledger/post.ts'
import { lockBalances } from '../../ledger/queries.ts'
import { refundFailed, refundToCard } from '../../ledger/recipes.ts'
import { after, day } from '../../../lib/clock.ts'
import type { Id } from '../../../lib/ids.ts'
import type { RefundSnapshot } from '../../processor/snapshots.ts'
import { failRefundOrder } from '../fail-refund-order.ts'
import { lockPayment, type PaymentRow, type RefundRow } from '../queries.ts'
import { lockRefundOrder, updateRefundOrder, type RefundOrderRow } from '../refund-order-queries.ts'
import { insertRefund, lockRefund, updateRefund } from './refund-queries.ts'
import { walletOfAgent } from '../wallet.ts'

/** Poll interval of refunds that can still change. */
const pollMs = day
/** A bank can return a refund this long after it was made. */
const returnableMs = 30 * day

/**
 * Applies the processor's current state of a refund. The money leaves the platform balance when the refund is created:
 * it is taken from the wallet or becomes debt. If the refund fails, it is returned.
 */
export async function applyRefund(tx: Tx, paymentId: Id<'pay'>, snapshot: RefundSnapshot): Promise<void> {
  const payment = await lockPayment(tx, paymentId)
  if (payment === undefined) return
  const known = await lockRefund(tx, snapshot.ref)
  if (known !== undefined && isOlder(snapshot, known)) return
  const order = known === undefined ? await lockRefundOrder(tx, snapshot.id) : undefined
  if (order?.state === 'requested') return applyOrdered(tx, payment, order, snapshot)
  const wallet = walletOfAgent(tx, payment.liable_id ?? payment.agent_id)
  const fact = {
    ...wallet,
    paymentId,
    refundId: snapshot.ref,
    processor: tx.settings.processor,
    amount: snapshot.amount.amount,
  }
  if (known === undefined && snapshot.status !== 'failed') {
    const { available } = await lockBalances(tx, wallet)
    await post(tx, refundToCard({ ...fact, available }), { actor: 'system' })
  }
  if (known !== undefined && snapshot.status === 'failed') {
    const { owed } = await lockBalances(tx, wallet)
    await post(tx, refundFailed({ ...fact, owed }), { actor: 'system' })
  }
  if (known === undefined) return saveNewRefund(tx, payment, snapshot)
  const dueAt = nextPollAt(snapshot.status, known.created_at, tx.now)
  await updateRefund(tx, known.ref, { state: snapshot.status, due_at: dueAt })
}

/** An operator has ordered the refund: the money has left the wallet with the order. */
async function applyOrdered(
  tx: Tx,
  payment: PaymentRow,
  order: RefundOrderRow,
  snapshot: RefundSnapshot,
): Promise<void> {
  if (snapshot.status === 'failed') await failRefundOrder(tx, order, 'refund_failed')
  else await updateRefundOrder(tx, order, { state: 'sent', failure: null, due_at: null })
  await saveNewRefund(tx, payment, snapshot)
}

/**
 * Concurrent fetches can arrive out of order: a failed refund stays failed, and a succeeded one does not become
 * pending.
 */
function isOlder({ status }: RefundSnapshot, { state }: RefundRow): boolean {
  return state === 'failed' || (state === 'succeeded' && status === 'pending')
}

async function saveNewRefund(tx: Tx, payment: PaymentRow, snapshot: RefundSnapshot): Promise<void> {
  await insertRefund(tx, {
    ref: snapshot.ref,
    payment_id: payment.id,
    agent_id: payment.agent_id,
    book: payment.book,
    state: snapshot.status,
    amount: snapshot.amount.amount,
    currency: payment.currency,
    due_at: nextPollAt(snapshot.status, tx.now, tx.now),
    created_at: tx.now,
    updated_at: tx.now,
  })
  const details = { payment: payment.id, amount: Number(snapshot.amount.amount) }
  await record(tx, systemCaller, { action: 'refund.noticed', target: payment.agent_id, details })
}

function nextPollAt(status: RefundSnapshot['status'], since: Date, now: Date): Date | null {
  const isOver = status === 'failed' || (status === 'succeeded' && after(since, returnableMs) <= now)
  return isOver ? null : after(now, pollMs)
}
