import { holds } from '../../authority/rights.ts'
import type { AgentCaller } from '../../caller.ts'
import type { OperationContext } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import type { Wallet } from '../ledger/queries.ts'
import type { Id } from '../../lib/ids.ts'

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
  if (caller.kind === 'user' && !holds(caller.agentRole, 'wallet')) {
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

export function requireCurrency({ settings }: OperationContext, currency: string | undefined): void {
  if (currency === undefined || currency === settings.currency) return
  fail(
    'unprocessable',
    `"currency" must be ${settings.currency}.`,
    `Send "currency": "${settings.currency}".`,
  )
}
