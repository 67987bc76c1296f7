import { gatedActions, type ApprovalGate, type GatedAction } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'
import { say } from '../../messages/en/access.ts'

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

/** Describes a gate in sentences. */
export function summarizeGate(
  gate: Pick<ApprovalGate, 'mode' | 'killSwitch' | 'rules' | 'budgets'>,
): string[] {
  if (gate.killSwitch) return [say('summaryStopped')]
  if (gate.mode === 'off') return [say('summaryOff')]
  const lines = gatedActions.flatMap((action) => {
    const rule = gate.rules[action]
    if (rule === undefined || rule.effect === 'allow') return []
    const values = { action: actionLabels[action] }
    if (rule.above === undefined)
      return [rule.effect === 'deny' ? say('keysCant', values) : say('keysNeedApproval', values)]
    const limited = { ...values, amount: formatMoney(rule.above) }
    return [rule.effect === 'deny' ? say('keysCantAbove', limited) : say('keysNeedApprovalAbove', limited)]
  })
  const budgets = gate.budgets.map(({ window, max }) =>
    say('summaryBudget', { max: formatMoney(max), window }),
  )
  const all = [...lines, ...budgets]
  return all.length === 0 ? [say('summaryNoRules')] : [...all, say('summaryRest')]
}
