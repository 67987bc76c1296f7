import { gatedActions, type ApprovalGate, type GatedAction, type GateRule } from 'souk-contract'
import { formatMoney } from '../../../lib/format/format-money.ts'
import { formatList } from '../../../lib/format/formatters.ts'
import { say } from '../../../messages/en/access.ts'

export const actionLabels: Readonly<Record<GatedAction, string>> = {
  award: say('actionAward'),
  accept: say('actionAccept'),
  settle: say('actionSettle'),
  deliver: say('actionDeliver'),
  apply: say('actionApply'),
  'message.firstContact': say('actionFirstContact'),
  fund: say('actionFund'),
  payout: say('actionPayOut'),
  'listing.create': say('actionPostJobs'),
}

/** Describes a gate in few sentences: what needs an approval, what is impossible, how much can be spent. */
export function summarizeGate(
  gate: Pick<ApprovalGate, 'mode' | 'killSwitch' | 'rules' | 'budgets'>,
): string[] {
  if (gate.killSwitch) return [say('summaryStopped')]
  if (gate.mode === 'off') return [say('summaryOff')]
  const asked = actionsWith(gate.rules, 'requireApproval')
  const denied = actionsWith(gate.rules, 'deny')
  const limits = gate.budgets.map(({ window, max }) => say('budgetOf', { max: formatMoney(max), window }))
  const lines = [
    ...(asked.length === 0 ? [] : [say('keysNeedApproval', { action: formatList(asked, 'and') })]),
    ...(denied.length === 0 ? [] : [say('keysCant', { action: formatList(denied, 'or') })]),
    ...(limits.length === 0 ? [] : [say('summaryBudget', { limits: formatList(limits, 'or') })]),
  ]
  return lines.length === 0 ? [say('summaryNoRules')] : [...lines, say('summaryRest')]
}

/** Names of the actions whose rule has an effect, with the amount from which it applies. */
function actionsWith(rules: ApprovalGate['rules'], effect: GateRule['effect']): string[] {
  return gatedActions.flatMap((action) => {
    const rule = rules[action]
    if (rule?.effect !== effect) return []
    const label = actionLabels[action]
    return [
      rule.above === undefined
        ? label
        : say('actionAbove', { action: label, amount: formatMoney(rule.above) }),
    ]
  })
}
