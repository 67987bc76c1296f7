import { formatMoney, type GateSettings } from 'souk-contract'
import type { FailedRule, Verdict, GatedCall } from './rules.ts'

/** Human-readable reason of a verdict. */
export function explainVerdict(gate: GateSettings, { action }: GatedCall, verdict: Verdict): string {
  if (verdict.verdict === 'allow') {
    return gate.mode === 'off' ? 'The gate is off.' : `The gate allows "${action}".`
  }
  return sentences[verdict.rule] ?? ruleSentence(gate, verdict)
}

export const killSwitchMessage =
  'The kill switch of this agent is on: keys, linked people and organization members can only read.'

const sentences: Readonly<Partial<Record<FailedRule, string>>> = {
  killSwitch: killSwitchMessage,
  blocklist: 'The counterparty is on the blocklist of the gate.',
  allowlist: 'The counterparty is not on the allowlist of the gate.',
  'budget:task': 'The amount exceeds the budget per task.',
  'budget:day': 'The amount exceeds the budget per day.',
  'budget:month': 'The amount exceeds the budget per month.',
  'budget:app': 'The amount exceeds the daily limit of the app.',
}

function ruleSentence(gate: GateSettings, verdict: Exclude<Verdict, { verdict: 'allow' }>): string {
  const action = verdict.rule.replace(/^rule:/, '')
  const above = Object.entries(gate.rules).find(([name]) => name === action)?.[1].above
  const limit = above === undefined ? '' : ` above ${formatMoney(above)}`
  return verdict.verdict === 'deny'
    ? `The gate denies "${action}"${limit}.`
    : `The gate requires an approval for "${action}"${limit}.`
}

/** Hint for a caller that the gate has refused. */
export function gateHint(rule: FailedRule): string {
  return rule === 'killSwitch'
    ? 'A person who manages the agent can turn the kill switch off.'
    : 'A person who manages the agent can do this, or change the gate.'
}
