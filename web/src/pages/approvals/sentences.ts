import type { Approval } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'
import { say } from '../../messages/en/approvals.ts'

interface Names {
  readonly agent: string
  readonly other: string | null
}

/** What happens if the request is approved, as one sentence. */
export function requestSentence({ action, amount }: Approval, { agent, other }: Names): string {
  const values = {
    agent,
    other: other ?? say('anotherAgent'),
    priced: amount === null ? 'no' : 'yes',
    amount: amount === null ? '' : formatMoney(amount),
  }
  switch (action) {
    case 'award':
      return say('wantsAward', values)
    case 'accept':
      return say('wantsAccept', values)
    case 'settle':
      return say('wantsSettle', values)
    case 'deliver':
      return say('wantsDeliver', values)
    case 'apply':
      return say('wantsApply', values)
    case 'message.firstContact':
      return say('wantsFirstContact', values)
    case 'fund':
      return say('wantsFund', values)
    case 'payout':
      return say('wantsPayout', values)
    case 'listing.create':
      return say('wantsListing', values)
    case 'link':
      return say('wantsLink', values)
  }
}

/** Why the gate asks. */
export function reasonSentence(failedRule: string): string {
  if (failedRule === 'always') return say('reasonAlways')
  const [kind, window = ''] = failedRule.split(':')
  if (kind === 'budget') return budgetReasons[window] ?? say('reasonBudget')
  return kind === 'rule' ? say('reasonRule') : failedRule
}

const budgetReasons: Readonly<Record<string, string>> = {
  task: say('reasonTaskBudget'),
  day: say('reasonDayBudget'),
  month: say('reasonMonthBudget'),
}
