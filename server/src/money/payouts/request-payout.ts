import { formatMoney, payablePart, payoutLimits, type Contract } from 'souk-contract'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import { actorOf, post } from '../ledger/post.ts'
import { eligibleEarnings } from '../ledger/cleared-queries.ts'
import { payoutHold } from '../ledger/recipes.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { requireAmount } from '../payments/require-amount.ts'
import { smaller } from '../payments/rules.ts'
import { requireDebtFree } from '../payments/wallet-restrictions.ts'
import { requireCurrency, walletOf } from '../payments/wallet.ts'
import { findAccount, insertPayout } from './queries.ts'
import { viewPayout } from './view.ts'

/** Holds the earnings immediately; a worker sends them. Earnings that have not cleared are not eligible. */
export const requestPayout: Operation<Contract['payouts']['requestPayout']> = async (tx, caller, input) => {
  const wallet = walletOf(tx, caller)
  const { amount: requested, currency } = input
  requireCurrency(tx, currency)
  if (requested !== undefined) requireAmount('amount', { amount: requested, currency }, 'payout')
  await requireDebtFree(tx, wallet)
  const account = await findAccount(tx, wallet.agentId)
  if (account?.state !== 'active' || account.ref === null) {
    return fail(
      'conflict',
      'Payouts are not set up for this agent.',
      'Start payout onboarding, and complete the page.',
    )
  }
  const cleared = await eligibleEarnings(tx, wallet, tx.settings.earningsHoldMs)
  const eligible = payablePart({ amount: cleared, currency })
  const { min, max } = payoutLimits(currency)
  const amount = requested === undefined ? smaller(eligible, BigInt(max)) : BigInt(requested)
  if (amount > eligible || eligible === 0n) {
    fail(
      'insufficient-funds',
      `"amount" must be at most ${formatMoney({ amount: eligible, currency })}, your eligible earnings.`,
      'Request less, or wait until more earnings have cleared.',
    )
  }
  if (amount < min) {
    const format = (sum: bigint | number) => formatMoney({ amount: sum, currency })
    fail(
      'insufficient-funds',
      `Eligible earnings of ${format(amount)} are below the minimum payout of ${format(min)}.`,
      'Wait until more earnings have cleared, or move them to your balance.',
    )
  }
  await enforceGate(tx, caller, { action: 'payout', amount: { amount, currency } })
  const id = newId('pout', tx.now)
  await post(tx, payoutHold({ ...wallet, amount, payoutId: id }), { actor: actorOf(caller) })
  const payout = await insertPayout(tx, {
    id,
    agent_id: wallet.agentId,
    book: wallet.book,
    amount,
    currency: wallet.currency,
    state: 'requested',
    account_ref: account.ref,
    step_since: tx.now,
    due_at: tx.now,
    created_at: tx.now,
    updated_at: tx.now,
  })
  await record(tx, caller, { action: 'payout.requested', target: id, details: { amount: Number(amount) } })
  return { payout: viewPayout(payout) }
}
