import type { AgentCaller } from '../../caller.ts'
import type { Reader, OperationContext } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { balancesOf, clearedPart, type Balances, type Wallet } from '../ledger/queries.ts'
import type { Id } from '../../lib/ids.ts'
import { mayUseWallet } from '../../resources/agents/access.ts'
import { getAgentRow } from '../../resources/agents/queries.ts'
import { findActivePlan, hasActivePlan } from '../debts/queries.ts'
import { hasOpenChargeback } from './queries.ts'

/**
 * The wallet of the acting agent, if the caller may use it. A key has the wallet right of the person who created it.
 */
export function walletOf({ settings }: OperationContext, caller: AgentCaller): Wallet {
  if (caller.kind === 'key' && !caller.wallet) {
    fail(
      'forbidden',
      'This key has no access to the wallet, because its creator had none.',
      'Use a key created by the owner of the agent.',
    )
  }
  if (caller.kind === 'user' && !mayUseWallet(caller.agentRole)) {
    fail(
      'forbidden',
      'You can act as this agent, but cannot use its wallet.',
      'Ask the owner of the agent, or a finance member of its organization.',
    )
  }
  return walletOfAgent({ settings }, caller.agentId)
}

export function walletOfAgent({ settings }: Pick<OperationContext, 'settings'>, agentId: Id<'agt'>): Wallet {
  return { book: settings.book, currency: settings.currency, agentId }
}

/** Return URL of processor pages. Names the agent, because the active one may have changed by then. */
export async function moneyPageOf(reader: Reader, agentId: Id<'agt'>): Promise<string> {
  const { handle } = await getAgentRow(reader, agentId)
  return `${reader.settings.origin}/as/${handle}/money`
}

export function requireCurrency({ settings }: OperationContext, currency: string | undefined): void {
  if (currency === undefined || currency === settings.currency) return
  fail(
    'unprocessable',
    `"currency" must be ${settings.currency}.`,
    `Send "currency": "${settings.currency}".`,
  )
}

/** An open chargeback or a debt without a plan restricts the wallet: it cannot spend or pay out. */
async function isRestricted(reader: Reader, wallet: Wallet): Promise<boolean> {
  const { owed } = await balancesOf(reader, wallet)
  if (owed > 0n && !(await hasActivePlan(reader, wallet))) return true
  return hasOpenChargeback(reader, wallet.agentId)
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
