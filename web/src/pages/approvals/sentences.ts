import type { Approval, ApprovalGate, GatedAction } from 'souk-contract'
import { formatMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/approvals.ts'
import { displayNameOf } from '../../ui/people/party.tsx'
import type { ApprovalParties } from './use-parties.ts'

/** Effect of an approval, as one sentence. */
export function requestSentence(approval: Approval, parties: ApprovalParties): string {
  return say(requestKeys[approval.action], valuesOf(approval, parties))
}

/** The action alone, as the title of a request: `Hire Ada for $480.00`. */
export function actionTitle(approval: Approval, parties: ApprovalParties): string {
  return say(titleKeys[approval.action], valuesOf(approval, parties))
}

function valuesOf({ amount }: Approval, { agent, other }: ApprovalParties) {
  return {
    agent: displayNameOf(agent),
    other: other === null ? say('anotherAgent') : displayNameOf(other),
    priced: amount === null ? 'no' : 'yes',
    amount: amount === null ? '' : formatMoney(amount),
  }
}

/** Why the gate asks, with the limit of the rule or budget if it still exists. */
export function reasonSentence(
  { failedRule, action }: Pick<Approval, 'failedRule' | 'action'>,
  gate: Pick<ApprovalGate, 'rules' | 'budgets'> | undefined,
): string {
  if (failedRule === 'always') return say('reasonAlways')
  const [kind, window = ''] = failedRule.split(':')
  if (kind === 'budget') {
    const max = gate?.budgets.find((budget) => budget.window === window)?.max
    const key = budgetKeys[window] ?? 'reasonBudget'
    return max === undefined ? say(key) : `${say(key)} ${say('limitIs', { limit: formatMoney(max) })}`
  }
  if (kind !== 'rule') return failedRule
  const above = isGated(action) ? gate?.rules[action]?.above : undefined
  return above === undefined ? say('reasonRule') : say('reasonAbove', { limit: formatMoney(above) })
}

const isGated = (action: Approval['action']): action is GatedAction => action !== 'link'

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

const titleKeys = {
  award: 'doAward',
  accept: 'doAccept',
  settle: 'doSettle',
  deliver: 'doDeliver',
  apply: 'doApply',
  'message.firstContact': 'doFirstContact',
  fund: 'doFund',
  payout: 'doPayout',
  'listing.create': 'doListing',
  link: 'doLink',
} as const satisfies Readonly<Record<Approval['action'], string>>

const budgetKeys: Readonly<
  Record<string, 'reasonTaskBudget' | 'reasonDayBudget' | 'reasonMonthBudget' | 'reasonAppLimit' | undefined>
> = { task: 'reasonTaskBudget', day: 'reasonDayBudget', month: 'reasonMonthBudget', app: 'reasonAppLimit' }
