/** The only place that decides what a debt or an open chargeback forbids to a wallet. */
import type { Reader } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { findActivePlan, hasActivePlan } from '../debts/queries.ts'
import { clearedPart } from '../ledger/cleared-queries.ts'
import { balancesOf, type Balances, type Wallet } from '../ledger/queries.ts'
import { hasOpenChargeback } from './queries.ts'

/** An open chargeback or a debt without a plan restricts the wallet: it cannot spend or pay out. */
async function isRestricted(reader: Reader, wallet: Wallet): Promise<boolean> {
  const { owed } = await balancesOf(reader, wallet)
  if (owed > 0n && !(await hasActivePlan(reader, wallet))) return true
  return hasOpenChargeback(reader, wallet)
}

/** Restriction, active plan and cleared part of the earnings, as the balance shows them. */
export async function constraintsOf(
  reader: Reader,
  wallet: Wallet,
  { earnings }: Pick<Balances, 'earnings'>,
) {
  const plan = await findActivePlan(reader, wallet)
  const cleared = await clearedPart(reader, wallet, { earnings, holdMs: reader.settings.earningsHoldMs })
  return { restricted: await isRestricted(reader, wallet), plan, cleared }
}

/** A plan does not allow payouts: money that leaves cannot repay the debt. */
export async function requireDebtFree(reader: Reader, wallet: Wallet): Promise<void> {
  await requireUnrestricted(reader, wallet)
  const { owed } = await balancesOf(reader, wallet)
  if (owed > 0n) {
    fail(
      'forbidden',
      'This wallet has a debt with an active payment plan.',
      'Request the payout after the last installment.',
    )
  }
}

export async function requireUnrestricted(reader: Reader, wallet: Wallet): Promise<void> {
  if (await isRestricted(reader, wallet)) {
    fail(
      'forbidden',
      'This wallet is restricted by an open chargeback or a debt.',
      'Top up to repay the debt, or wait until the chargeback is decided.',
    )
  }
}
