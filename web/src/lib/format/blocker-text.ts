import type { ArchiveBlocker, Contract, Reply } from 'souk-contract'
import { say } from '../../messages/en/account.ts'
import { formatMoney } from './format-money.ts'

type DeletionBlocker = Reply<Contract['users']['checkDeletion']>['blockers'][number]
type Blocker = Pick<DeletionBlocker, 'reason' | 'count' | 'amount'>

/** Text of a blocker of an archive or a deletion, in the language of the page. */
export function blockerText({ reason, count, amount }: Blocker): string {
  return texts[reason]({ count: count ?? 0, amount: amount === null ? '' : formatMoney(amount) })
}

/** The same with the name of the agent or organization that has it. */
export function deletionBlockerText({ name, ...blocker }: Blocker & Pick<DeletionBlocker, 'name'>): string {
  return name === null ? blockerText(blocker) : say('blockerOf', { name, text: blockerText(blocker) })
}

/** How to end what blocks an archive. */
export const blockerHint = ({ kind }: Pick<ArchiveBlocker, 'kind'>): string => hints[kind]

type Text = (values: { readonly count: number; readonly amount: string }) => string

const texts: Readonly<Record<DeletionBlocker['reason'], Text>> = {
  available: ({ amount }) => say('blockedByAvailable', { amount }),
  earnings: ({ amount }) => say('blockedByEarnings', { amount }),
  earnings_pending: ({ amount }) => say('blockedByPending', { amount }),
  payout_pending: ({ amount }) => say('blockedByPayoutAmount', { amount }),
  debt: ({ amount }) => say('blockedByDebt', { amount }),
  tasks: ({ count }) => say('blockedByTasks', { count }),
  listings: ({ count }) => say('blockedByListings', { count }),
  payouts: ({ count }) => say('blockedByPayouts', { count }),
  payments: ({ count }) => say('blockedByPayments', { count }),
  chargebacks: ({ count }) => say('blockedByChargebacks', { count }),
  card: () => say('blockedByCard'),
  only_owner: () => say('blockedByOwnership'),
  operator: () => say('blockedByRole'),
  legal_hold: () => say('blockedByHold'),
}

const hints: Readonly<Record<ArchiveBlocker['kind'], string>> = {
  funds: say('unblockFunds'),
  debt: say('unblockDebt'),
  tasks: say('unblockTasks'),
  listings: say('unblockListings'),
  payouts: say('unblockPayouts'),
  payments: say('unblockPayments'),
  chargebacks: say('unblockChargebacks'),
  card: say('unblockCard'),
}
