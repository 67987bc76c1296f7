import { formatMoney, type Contract } from 'souk-contract'
import { enforceGate } from '../../approvals/enforcement/enforce-gate.ts'
import { record } from '../../audit/record.ts'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, Failure } from '../../failure.ts'
import { actorOf, post } from '../ledger/post.ts'
import { balancesOf, type Wallet } from '../ledger/queries.ts'
import { convertEarnings } from '../ledger/recipes.ts'
import { after, day } from '../../lib/clock.ts'
import { remote } from '../../operation.ts'
import type { ChargeInput, ChargeOutcome } from '../processor/processor.ts'
import { applyPayment } from './apply/apply-payment.ts'
import { updatePayment, chargedSince, declinesSince, lockAuthority, type PaymentRow } from './queries.ts'
import { declineAdvice } from './rules.ts'
import { createPaymentIntent, findRepeatedIntent } from './create-payment-intent.ts'
import { requireAmount } from './require-amount.ts'
import { viewBalance, viewPayment } from './view.ts'
import { constraintsOf, requireUnrestricted } from './wallet-restrictions.ts'
import { requireCurrency, walletOf } from './wallet.ts'

interface Intent {
  payment: PaymentRow
  /**
   * Undefined for a conversion of earnings, which needs no processor, and for a repeated intent with a known result.
   */
  charge: ChargeInput | undefined
}

const declinesMax = 5

export const fundBalance = remote<Contract['payments']['fundBalance'], Intent, ChargeOutcome | undefined>({
  intend: async (tx, caller, input) => {
    const wallet = walletOf(tx, caller)
    requireCurrency(tx, input.currency)
    const kind = input.source === 'earnings' ? 'conversion' : 'charge'
    const amount = BigInt(input.amount)
    requireAmount('amount', input, kind === 'charge' ? 'charge' : 'internal')
    const known = await findRepeatedIntent(tx, caller, { kind, amount })
    if (known !== undefined) return { payment: known, charge: chargeInputOf(known) }
    await requireUnrestricted(tx, wallet)
    await enforceGate(tx, caller, { action: 'fund', amount: { amount, currency: wallet.currency } })
    return kind === 'conversion'
      ? convert(tx, caller, wallet, amount)
      : createChargeIntent(tx, caller, wallet, amount)
  },
  call: async ({ processor }, { charge }) =>
    charge === undefined ? undefined : processor.chargeSavedMethod(charge),
  record: async (tx, caller, intent, outcome) => {
    const payment =
      outcome === undefined ? intent.payment : await recordCharge(tx, caller, intent.payment, outcome)
    if (payment.state === 'failed') {
      return new Failure(
        'insufficient-funds',
        `The card was declined: ${payment.failure ?? 'no reason given'}.`,
        {
          hint: declineAdvice(payment.failure),
        },
      )
    }
    const wallet = walletOf(tx, caller)
    const balances = await balancesOf(tx, wallet)
    return {
      payment: viewPayment(payment),
      balance: viewBalance(balances, wallet.currency, await constraintsOf(tx, wallet, balances)),
    }
  },
})

async function convert(tx: Tx, caller: AgentCaller, wallet: Wallet, amount: bigint): Promise<Intent> {
  const { id } = await createPaymentIntent(tx, caller, {
    agentId: wallet.agentId,
    kind: 'conversion',
    amount,
    methodRef: null,
  })
  await post(tx, convertEarnings({ ...wallet, amount, requestId: id }), { actor: actorOf(caller) })
  await record(tx, caller, {
    action: 'payment.earnings-converted',
    target: id,
    details: { amount: Number(amount) },
  })
  return { payment: await updatePayment(tx, id, { state: 'succeeded', due_at: null }), charge: undefined }
}

/** The lock on the saved card serializes charges, so that concurrent ones add up against the daily cap. */
async function createChargeIntent(
  tx: Tx,
  caller: AgentCaller,
  wallet: Wallet,
  amount: bigint,
): Promise<Intent> {
  const authority = await lockAuthority(tx, wallet.agentId)
  if (authority?.state !== 'active' || authority.method_ref === null || authority.customer_ref === null) {
    return fail('conflict', 'This agent has no saved card.', 'Save a card first.')
  }
  if (amount > authority.max_per_charge) {
    fail(
      'forbidden',
      `"amount" must be at most ${formatMoney({ amount: authority.max_per_charge, currency: authority.currency })}.`,
      'Charge less, or save the card again with a higher cap.',
    )
  }
  if ((await declinesSince(tx, wallet.agentId, after(tx.now, -day))) >= declinesMax) {
    fail(
      'too-many-requests',
      'The saved card was declined too often today.',
      'Save another card, or start a top-up.',
    )
  }
  const payment = await createPaymentIntent(tx, caller, {
    agentId: wallet.agentId,
    kind: 'charge',
    amount,
    methodRef: authority.method_ref,
  })
  if ((await chargedSince(tx, wallet.agentId, after(tx.now, -day))) > authority.max_per_day) {
    fail(
      'forbidden',
      `"amount" would exceed the limit of the card, ${formatMoney({ amount: authority.max_per_day, currency: authority.currency })} within 24 hours.`,
      'Charge less, wait, or start a top-up.',
    )
  }
  await record(tx, caller, {
    action: 'payment.charge-intended',
    target: payment.id,
    details: { amount: Number(amount) },
  })
  const charged = await updatePayment(tx, payment.id, { customer_ref: authority.customer_ref })
  return { payment: charged, charge: chargeInputOf(charged) }
}

/** Derived from the row alone, so a retry sends the identical call and the processor deduplicates it. */
export function chargeInputOf(payment: PaymentRow): ChargeInput | undefined {
  const { id, kind, state, amount, currency, customer_ref: customerRef, method_ref: methodRef } = payment
  if (kind !== 'charge' || state !== 'intended' || customerRef === null || methodRef === null)
    return undefined
  return { id, customerRef, methodRef, amount: { amount, currency } }
}

/** An unknown outcome is not a failure: the payment stays in progress until a poll resolves it. */
async function recordCharge(
  tx: Tx,
  caller: AgentCaller,
  payment: PaymentRow,
  outcome: ChargeOutcome,
): Promise<PaymentRow> {
  switch (outcome.outcome) {
    case 'succeeded':
    case 'processing':
      return (await applyPayment(tx, payment.id, outcome.payment, actorOf(caller))) ?? payment
    case 'failed':
      return updatePayment(tx, payment.id, { state: 'failed', failure: outcome.failure.code, due_at: null })
    case 'unknown':
      return updatePayment(tx, payment.id, { due_at: tx.now })
  }
}
