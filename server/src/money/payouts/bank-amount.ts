import { payablePart } from 'souk-contract'
import type { Context } from '../../context.ts'
import type { Refusal } from '../processor/refusals.ts'
import type { Money } from '../processor/snapshots.ts'
import { updatePayout, type PayoutRow } from './queries.ts'

/** Amount for the bank: what arrived in the account, in its currency. Looked up once and stored. */
export async function bankAmountOf(
  { ports, store }: Context,
  payout: PayoutRow,
): Promise<{ readonly amount: Money } | { readonly refusal: Refusal }> {
  const { id, bank_amount: known, settled_currency: knownCurrency } = payout
  if (known !== null && knownCurrency !== null) return { amount: { amount: known, currency: knownCurrency } }
  const { transfer_ref: ref, account_ref: under } = payout
  const settled = ref === null ? undefined : await ports.processor.fetchArrival({ ref, under })
  if (settled === undefined) return { refusal: notArrived }
  const amount = { ...settled, amount: payablePart(settled) }
  if (amount.amount <= 0n) return { refusal: tooSmall }
  await store.write((tx) =>
    updatePayout(tx, id, {
      settled_amount: settled.amount,
      settled_currency: settled.currency,
      bank_amount: amount.amount,
    }),
  )
  return { amount }
}

const notArrived: Refusal = {
  class: 'retry',
  code: 'transfer_not_settled',
  message: 'The transfer has not arrived in the payout account yet.',
}

const tooSmall: Refusal = {
  class: 'attention',
  code: 'amount_too_small',
  message: 'The amount is too small for a payout in the currency of the account.',
}
