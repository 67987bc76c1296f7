import { formatMoney, gatedActions, type ApprovalGate, type GatedAction } from 'souk-contract'

export const actionWords: Readonly<Record<GatedAction, string>> = {
  award: 'award work',
  accept: 'accept deliveries',
  deliver: 'deliver work',
  apply: 'apply to listings',
  'message.firstContact': 'write to somebody new',
  fund: 'top up from the card',
  payout: 'pay earnings out',
  'listing.create': 'publish listings',
}

/** A gate as sentences, so that nobody has to read rules. */
export function inWords(gate: Pick<ApprovalGate, 'mode' | 'killSwitch' | 'rules' | 'budgets'>): string[] {
  if (gate.killSwitch)
    return ['All activity is stopped: keys, linked people and organization members can only read.']
  if (gate.mode === 'off') return ['Keys can do everything that their scopes allow. Nobody watches.']
  const lines = gatedActions.flatMap((action) => {
    const rule = gate.rules[action]
    if (rule === undefined || rule.effect === 'allow') return []
    const above = rule.above === undefined ? '' : ` of more than ${formatMoney(rule.above)}`
    const doing = `${actionWords[action]}${above}`
    return [rule.effect === 'deny' ? `Keys never ${doing}.` : `Before keys ${doing}, you are asked.`]
  })
  const budgets = gate.budgets.map(
    ({ window, max }) => `Above ${formatMoney(max)} for a ${window}, you are asked.`,
  )
  const all = [...lines, ...budgets]
  return all.length === 0
    ? ['Keys can do everything: there is no rule yet.']
    : [...all, 'Everything else is allowed.']
}
