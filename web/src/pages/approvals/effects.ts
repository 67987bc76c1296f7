import type { Approval, Balance } from 'souk-contract'

type Account = 'available' | 'held' | 'earnings'

interface Effect {
  readonly account: Account
  readonly before: number
  readonly after: number
}

/** Direction in which an approved action moves each balance of the wallet. */
const directions: Readonly<Partial<Record<Approval['action'], Readonly<Partial<Record<Account, 1 | -1>>>>>> =
  {
    award: { available: -1, held: 1 },
    accept: { held: -1 },
    fund: { available: 1 },
    payout: { earnings: -1 },
  }

/** Balances that an action changes, before and after. */
export function effectsOf(
  { action, amount }: Pick<Approval, 'action' | 'amount'>,
  balance: Balance,
): readonly Effect[] {
  if (amount === null) return []
  const directionOf = directions[action] ?? {}
  return (['available', 'held', 'earnings'] as const).flatMap((account) => {
    const direction = directionOf[account]
    return direction === undefined
      ? []
      : [{ account, before: balance[account], after: balance[account] + direction * amount.amount }]
  })
}
