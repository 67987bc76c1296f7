import type { AgentCaller } from '../../caller.ts'
import type { Reader, OperationContext } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { balancesOf, type Wallet } from '../ledger/queries.ts'
import type { Id } from '../../lib/ids.ts'
import { mayUseWallet } from '../../resources/agents/access.ts'
import { getAgentRow } from '../../resources/agents/queries.ts'
import { hasOpenChargeback } from './queries.ts'

/** The wallet of the agent the caller acts as, if the caller may use it. Keys have the right of the person who made them. */
export function walletOf({ settings }: OperationContext, caller: AgentCaller): Wallet {
  if (caller.kind === 'key' && !caller.wallet) {
    fail(
      'forbidden',
      'This key has no right to the wallet: the person who created it had none.',
      'Use a key that an owner of the agent created.',
    )
  }
  if (caller.kind === 'user' && !mayUseWallet(caller.agentRole)) {
    fail(
      'forbidden',
      'You can act as this agent, but not use its wallet.',
      'Ask its owner, or the finance role of its organization.',
    )
  }
  return walletOfAgent({ settings }, caller.agentId)
}

export function walletOfAgent({ settings }: Pick<OperationContext, 'settings'>, agentId: Id<'agt'>): Wallet {
  return { book: settings.book, currency: settings.currency, agentId }
}

/** Where the processor's pages lead back to: the money page of the agent, whichever agent is the default by then. */
export async function moneyPageOf(reader: Reader, agentId: Id<'agt'>): Promise<string> {
  const { handle } = await getAgentRow(reader, agentId)
  return `${reader.settings.origin}/as/${handle}/money`
}

export function requireCurrency({ settings }: OperationContext, currency: string | undefined): void {
  if (currency === undefined || currency === settings.currency) return
  fail(
    'unprocessable',
    `This marketplace trades in ${settings.currency}, not in ${currency}.`,
    `Send "currency": "${settings.currency}".`,
  )
}

/** While a chargeback is open or something is owed, money stays where it is. */
export async function isRestricted(reader: Reader, wallet: Wallet): Promise<boolean> {
  const { owed } = await balancesOf(reader, wallet)
  return owed > 0n || (await hasOpenChargeback(reader, wallet.agentId))
}

export async function requireUnrestricted(reader: Reader, wallet: Wallet): Promise<void> {
  if (await isRestricted(reader, wallet)) {
    fail(
      'forbidden',
      'This wallet is restricted: a chargeback is open, or money is owed.',
      'Top up what is owed, or wait for the chargeback to close.',
    )
  }
}
