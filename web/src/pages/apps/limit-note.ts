import type { ApprovalGate } from 'souk-contract'
import { formatShortMoney } from '../../lib/format/format-money.ts'
import { say } from '../../messages/en/apps.ts'

/** Effect of the limit, and the decisions of the agent's gate below it. */
export function limitNote(gate: Pick<ApprovalGate, 'mode' | 'killSwitch' | 'rules'> | undefined): string {
  if (gate?.killSwitch === true) return say('limitStopped')
  const rule = gate?.mode === 'enforce' ? gate.rules.award : undefined
  if (rule === undefined || rule.effect === 'allow') return say('limitHint')
  if (rule.above === undefined) return say(rule.effect === 'deny' ? 'hireRefused' : 'hireAsks')
  const above = { amount: formatShortMoney(rule.above) }
  return say(rule.effect === 'deny' ? 'hireRefusedAbove' : 'hireAsksAbove', above)
}
