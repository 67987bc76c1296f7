/** Compares the balance at the payment processor with the ledger. Pure. */
import { formatMoney } from 'souk-contract'
import type { AccountKind } from './accounts.ts'

interface Held {
  readonly available: { readonly amount: bigint; readonly currency: string }
  readonly pending: { readonly amount: bigint }
}

interface Account {
  readonly kind: AccountKind
  readonly balance: bigint
}

/** The processor must hold what the ledger expects, or at least what users own: the marketplace may pay the rest to its bank. */
export function compareProcessor({ available, pending }: Held, accounts: readonly Account[]) {
  const { currency } = available
  const write = (amount: bigint) => formatMoney({ amount, currency })
  const sum = (isCounted: (kind: AccountKind) => boolean) =>
    accounts.reduce((total, { kind, balance }) => (isCounted(kind) ? total + balance : total), 0n)
  const held = available.amount + pending.amount
  const expected = -sum((kind) => kind === 'processor_clearing')
  const owed = expected - sum((kind) => kind !== 'processor_clearing')
  const difference = held - expected
  return {
    ok: held >= expected || held >= owed,
    detail:
      `The processor holds ${write(held)}, of which ${write(pending.amount)} is pending. The ledger expects ` +
      `${write(expected)}; users own ${write(owed)}. Difference: ${write(difference)}.`,
  }
}
