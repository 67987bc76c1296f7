import { gatedActions, type GateBudget, type GateRule, type GateSettings } from 'souk-contract'
import { fail } from '../../failure.ts'
import { limitOf } from '../enforcement/rules.ts'

/** Gate of an agent without stored settings. */
export const defaultGate: GateSettings = {
  mode: 'off',
  rules: {},
  budgets: [],
  allowlist: [],
  blocklist: [],
  approvalTtlHours: 72,
  killSwitch: false,
}

/** Rules that the schema of a gate cannot express. `idOf` resolves handles, so that id and handle count as one agent. */
export function requireConsistentGate(gate: GateSettings, idOf: (reference: string) => string): void {
  const budgets = gate.budgets.map(budgetName)
  const repeated = budgets.find((name, index) => budgets.indexOf(name) !== index)
  if (repeated !== undefined)
    fail('unprocessable', `"budgets" must have at most one ${repeated}.`, 'Remove one of them.')
  const blocked = new Set(gate.blocklist.map(idOf))
  const both = gate.allowlist.find((reference) => blocked.has(idOf(reference)))
  if (both !== undefined) {
    fail(
      'unprocessable',
      `"${both}" must not be on both "allowlist" and "blocklist".`,
      'Remove it from one of them.',
    )
  }
  for (const action of gatedActions) {
    const rule = gate.rules[action]
    if (rule?.effect === 'allow' && rule.above !== undefined) {
      fail(
        'unprocessable',
        `"rules.${action}.above" is not allowed with the effect "allow".`,
        'Remove "above", or choose another effect.',
      )
    }
  }
}

/** Describes what a change loosens; undefined if it only tightens the gate. Doubtful changes count as loosening. */
export function loosens(before: GateSettings, after: GateSettings): string | undefined {
  if (before.killSwitch && !after.killSwitch) return 'the kill switch would be off'
  // A gate that is off allows everything, so it cannot become looser.
  if (before.mode === 'off') return undefined
  if (after.mode === 'off') return 'the gate would be off'
  return loosensRules(before, after) ?? loosensBudgets(before, after) ?? loosensRest(before, after)
}

function loosensRules(before: GateSettings, after: GateSettings): string | undefined {
  const action = gatedActions.find((name) => isLooser(before.rules[name], after.rules[name]))
  return action === undefined ? undefined : `the rule for "${action}" would be weaker`
}

const effectRanks: Record<GateRule['effect'], number> = { allow: 0, requireApproval: 1, deny: 2 }

function isLooser(before: GateRule = { effect: 'allow' }, after: GateRule = { effect: 'allow' }): boolean {
  if (before.effect === 'allow') return false
  if (effectRanks[after.effect] < effectRanks[before.effect]) return true
  if (after.above === undefined) return false
  if (before.above === undefined || before.above.currency !== after.above.currency) return true
  return after.above.amount > before.above.amount
}

/** Compares the limits of each window in every currency that one of the gates names. */
function loosensBudgets(before: GateSettings, after: GateSettings): string | undefined {
  const looser = [...before.budgets, ...after.budgets].find(
    ({ window, max: { currency } }) =>
      limitOf(after.budgets, window, currency) > limitOf(before.budgets, window, currency),
  )
  return looser === undefined ? undefined : `the ${budgetName(looser)} would be higher or gone`
}

function budgetName({ window, max }: GateBudget): string {
  return `${max.currency} budget per ${window}`
}

/** An empty allowlist restricts nothing. */
function loosensRest(before: GateSettings, after: GateSettings): string | undefined {
  if (before.allowlist.length > 0) {
    if (after.allowlist.length === 0) return 'the allowlist would be empty'
    if (!after.allowlist.every((entry) => before.allowlist.includes(entry))) return 'the allowlist would grow'
  }
  if (!before.blocklist.every((entry) => after.blocklist.includes(entry))) return 'the blocklist would shrink'
  if (after.approvalTtlHours > before.approvalTtlHours) return 'approvals would stay open for longer'
  return undefined
}
