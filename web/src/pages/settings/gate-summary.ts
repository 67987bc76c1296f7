import { gatedActions, type ApprovalGate, type GatedAction } from 'souk-contract'
import { formatMoney } from '../../lib/format-money.ts'

export const actionLabels: Readonly<Record<GatedAction, string>> = {
  award: 'award tasks',
  accept: 'accept deliveries',
  settle: 'settle disputes',
  deliver: 'submit deliveries',
  apply: 'apply to jobs',
  'message.firstContact': 'message new contacts',
  fund: 'top up from the saved card',
  payout: 'pay out earnings',
  'listing.create': 'post jobs',
}

/** Describes a gate in sentences. */
export function summarizeGate(
  gate: Pick<ApprovalGate, 'mode' | 'killSwitch' | 'rules' | 'budgets'>,
): string[] {
  if (gate.killSwitch)
    return ['All activity is stopped. Keys, linked people and organization members can only read.']
  if (gate.mode === 'off') return ['No approvals required. Keys can do everything their scopes allow.']
  const lines = gatedActions.flatMap((action) => {
    const rule = gate.rules[action]
    if (rule === undefined || rule.effect === 'allow') return []
    const above = rule.above === undefined ? '' : ` above ${formatMoney(rule.above)}`
    const phrase = `${actionLabels[action]}${above}`
    return [rule.effect === 'deny' ? `Keys can’t ${phrase}.` : `Keys need your approval to ${phrase}.`]
  })
  const budgets = gate.budgets.map(
    ({ window, max }) => `Spending above ${formatMoney(max)} per ${window} needs your approval.`,
  )
  const all = [...lines, ...budgets]
  return all.length === 0
    ? ['No rules yet. Keys can do everything their scopes allow.']
    : [...all, 'Everything else is allowed.']
}
