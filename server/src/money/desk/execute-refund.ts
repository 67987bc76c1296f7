import { formatMoney } from 'souk-contract'
import type { OperatorCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, found, notFound } from '../../failure.ts'
import { isId, newId, type Id } from '../../lib/ids.ts'
import { post } from '../ledger/post.ts'
import { lockBalances } from '../ledger/queries.ts'
import { refundToCard } from '../ledger/recipes.ts'
import { lockPayment } from '../payments/queries.ts'
import { insertRefundOrder } from '../payments/refund-order-queries.ts'
import { walletOfAgent } from '../payments/wallet.ts'
import { requireNoInterest } from './access.ts'
import type { ActionRow } from './action-queries.ts'
import { findDeskPayment, hasUndecidedChargeback, type DeskPaymentRow } from './queries.ts'
import { refundableOf } from './rules.ts'

/** The money leaves the wallet now, so that it cannot be spent before the processor has sent it. */
export async function executeRefund(tx: Tx, caller: OperatorCaller, action: ActionRow): Promise<void> {
  const paymentId = action.subject_id
  if (!isId('pay', paymentId)) return notFound('payment')
  const payment = await lockRefundable(tx, caller, paymentId)
  const { amount } = action
  const available = await requireCovered(tx, payment, amount)
  const wallet = walletOfPayment(tx, payment)
  const id = newId('rfd', tx.now)
  const { processor } = tx.settings
  await post(tx, refundToCard({ ...wallet, amount, available, paymentId, refundId: id, processor }), {
    actor: 'operator',
  })
  await insertRefundOrder(tx, {
    id,
    action_id: action.id,
    payment_id: paymentId,
    agent_id: wallet.agentId,
    book: payment.book,
    amount,
    currency: payment.currency,
    state: 'requested',
    due_at: tx.now,
    created_at: tx.now,
    updated_at: tx.now,
  })
}

export async function lockRefundable(tx: Tx, caller: OperatorCaller, id: Id<'pay'>): Promise<DeskPaymentRow> {
  found(await lockPayment(tx, id), 'payment')
  const payment = found(await findDeskPayment(tx, id), 'payment')
  await requireNoInterest(tx, caller, [payment.agent_id, payment.liable_id ?? payment.agent_id])
  if (refundableOf(payment) === 0n || payment.payment_ref === null) {
    fail(
      'conflict',
      'This payment has no refundable amount.',
      'List the payments to see their refundable amounts.',
    )
  }
  if (await hasUndecidedChargeback(tx, id)) {
    fail('conflict', 'This payment has an undecided chargeback.', 'Wait until the chargeback is decided.')
  }
  return payment
}

/** Returns the available balance. Money in tasks, payouts or debts cannot return to a card. */
export async function requireCovered(tx: Tx, payment: DeskPaymentRow, amount: bigint): Promise<bigint> {
  const refundable = refundableOf(payment)
  const written = (sum: bigint) => formatMoney({ amount: sum, currency: payment.currency })
  if (amount > refundable) {
    fail('unprocessable', `"amount" must be at most ${written(refundable)}.`, 'Refund less.')
  }
  const { available } = await lockBalances(tx, walletOfPayment(tx, payment))
  if (amount > available) {
    fail(
      'insufficient-funds',
      `Only ${written(available)} of the wallet is available; the rest is spent or held.`,
      'Refund less, or wait until held funds return.',
    )
  }
  return available
}

function walletOfPayment(tx: Tx, payment: DeskPaymentRow) {
  return walletOfAgent(tx, payment.liable_id ?? payment.agent_id)
}
