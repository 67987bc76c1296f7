import { formatMoney, type GateSettings } from 'souk-contract'
import type { FailedRule, Verdict, Weighed } from './rules.ts'

/** A verdict in a sentence for people. */
export function explain(gate: GateSettings, { action }: Weighed, verdict: Verdict): string {
  if (verdict.verdict === 'allow') {
    return gate.mode === 'off' ? 'The gate is off.' : `No rule of the gate stands against "${action}".`
  }
  return sentences[verdict.rule] ?? ruleSentence(gate, verdict)
}

export const killSwitchSentence =
  'The kill switch of this agent is on: keys, linked people and organization members can read, but not change anything.'

const sentences: Readonly<Partial<Record<FailedRule, string>>> = {
  killSwitch: killSwitchSentence,
  blocklist: 'The other agent is on the blocklist of the gate.',
  allowlist: 'The other agent is not on the allowlist of the gate.',
  'budget:task': 'It would exceed the budget per task.',
  'budget:day': 'It would exceed the budget per day.',
  'budget:month': 'It would exceed the budget per month.',
}

function ruleSentence(gate: GateSettings, verdict: Exclude<Verdict, { verdict: 'allow' }>): string {
  const action = verdict.rule.replace(/^rule:/, '')
  const above = Object.entries(gate.rules).find(([name]) => name === action)?.[1].above
  const limit = above === undefined ? '' : ` above ${formatMoney(above)}`
  return verdict.verdict === 'deny'
    ? `The rule for "${action}" forbids it${limit}.`
    : `The rule for "${action}" asks for an approval${limit}.`
}

/** What a bound caller can do about a refusal. */
export function wayOut(rule: FailedRule): string {
  return rule === 'killSwitch'
    ? 'A person who manages the agent turns it off with PATCH /agents/{agentId}/approval-gate.'
    : 'A person who manages the agent can do it, or change the gate with PATCH /agents/{agentId}/approval-gate.'
}
