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
  return say(requestKeys[action], values)
}

/** Why the gate asks. */
export function reasonSentence(failedRule: string): string {
  if (failedRule === 'always') return say('reasonAlways')
  const [kind, window = ''] = failedRule.split(':')
  if (kind === 'budget') return say(budgetKeys[window] ?? 'reasonBudget')
  return kind === 'rule' ? say('reasonRule') : failedRule
}

const requestKeys = {
  award: 'wantsAward',
  accept: 'wantsAccept',
  settle: 'wantsSettle',
  deliver: 'wantsDeliver',
  apply: 'wantsApply',
  'message.firstContact': 'wantsFirstContact',
  fund: 'wantsFund',
  payout: 'wantsPayout',
  'listing.create': 'wantsListing',
  link: 'wantsLink',
} as const satisfies Readonly<Record<Approval['action'], string>>

const budgetKeys: Readonly<
  Record<string, 'reasonTaskBudget' | 'reasonDayBudget' | 'reasonMonthBudget' | 'reasonAppLimit' | undefined>
> = { task: 'reasonTaskBudget', day: 'reasonDayBudget', month: 'reasonMonthBudget', app: 'reasonAppLimit' }
