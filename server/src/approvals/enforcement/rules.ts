import type { GateBudget, GatedAction, GateRule, GateSettings } from 'souk-contract'

/** Decision of the gate, and the rule that led to it. */
export type Verdict =
  | { readonly verdict: 'allow' }
  | { readonly verdict: 'deny' | 'requireApproval'; readonly rule: FailedRule }

export type FailedRule =
  | 'killSwitch'
  | 'always'
  | 'blocklist'
  | 'allowlist'
  | `rule:${GatedAction}`
  | `budget:${BudgetWindow | 'app'}`

type BudgetWindow = GateBudget['window']

export interface Amount {
  readonly amount: bigint
  readonly currency: string
}

/** An action with everything that the gate depends on. */
export interface GatedCall {
  readonly action: GatedAction
  readonly amount?: Amount | undefined
  /** Id and handle of the counterparty. */
  readonly counterparty?: readonly string[] | undefined
  /** Ids and handles of other agents that the action reaches. */
  readonly others?: readonly (readonly string[])[] | undefined
}

/** Amount already spent in each window, in the currency of the action. Windows that do not apply are absent. `app`: spent by this app today. */
export type SpentByWindow = Readonly<Partial<Record<BudgetWindow | 'app', bigint>>>

/** The first rule that applies; denials come before approvals. The limit of an app applies even if the gate is off. */
export function evaluate(
  gate: GateSettings,
  call: GatedCall,
  spent: SpentByWindow,
  appLimit?: Amount,
): Verdict {
  if (gate.killSwitch) return { verdict: 'deny', rule: 'killSwitch' }
  const verdict: Verdict = gate.mode === 'off' ? { verdict: 'allow' } : evaluateRules(gate, call, spent)
  if (verdict.verdict !== 'allow' || appLimit === undefined) return verdict
  return exceedsLimit(appLimit, call, spent) ? { verdict: 'requireApproval', rule: 'budget:app' } : verdict
}

/** An amount in another currency cannot be compared, so it exceeds the limit. */
function exceedsLimit(limit: Amount, call: GatedCall, spent: SpentByWindow): boolean {
  const amount = spentAmount(call)
  if (amount === undefined) return false
  return amount.currency !== limit.currency || (spent.app ?? 0n) + amount.amount > limit.amount
}

function evaluateRules(gate: GateSettings, call: GatedCall, spent: SpentByWindow): Verdict {
  const reached = [...(call.counterparty === undefined ? [] : [call.counterparty]), ...(call.others ?? [])]
  const list = violatedList(gate, reached)
  if (list !== undefined) return { verdict: 'deny', rule: list }
  const rule = gate.rules[call.action]
  if (rule !== undefined && rule.effect !== 'allow' && applies(rule, call.amount)) {
    return { verdict: rule.effect === 'deny' ? 'deny' : 'requireApproval', rule: `rule:${call.action}` }
  }
  const window = exceededWindow(gate, call, spent)
  return window === undefined
    ? { verdict: 'allow' }
    : { verdict: 'requireApproval', rule: `budget:${window}` }
}

/** A list is violated if it excludes any of the agents. */
function violatedList(
  { blocklist, allowlist }: GateSettings,
  reached: readonly (readonly string[])[],
): 'blocklist' | 'allowlist' | undefined {
  const isOn = (list: readonly string[]) => (names: readonly string[]) =>
    names.some((name) => list.includes(name))
  if (reached.some(isOn(blocklist))) return 'blocklist'
  return allowlist.length > 0 && !reached.every(isOn(allowlist)) ? 'allowlist' : undefined
}

/** Amounts in another currency cannot be compared, so they count as above the limit. An action without an amount never exceeds it. */
function applies({ above }: GateRule, amount: Amount | undefined): boolean {
  if (above === undefined) return true
  if (amount === undefined || amount.amount === 0n) return false
  return amount.currency !== above.currency || amount.amount > BigInt(above.amount)
}

const windows: readonly BudgetWindow[] = ['task', 'day', 'month']

function exceededWindow(gate: GateSettings, call: GatedCall, spent: SpentByWindow): BudgetWindow | undefined {
  const amount = spentAmount(call)
  if (amount === undefined) return undefined
  return windows.find((window) => {
    const before = spent[window]
    if (before === undefined) return false
    return before + amount.amount > limitOf(gate.budgets, window, amount.currency)
  })
}

/** A window without budgets has no limit. One with budgets allows nothing in other currencies. */
export function limitOf(budgets: readonly GateBudget[], window: BudgetWindow, currency: string): number {
  const ofWindow = budgets.filter((budget) => budget.window === window)
  if (ofWindow.length === 0) return Infinity
  return ofWindow.find(({ max }) => max.currency === currency)?.max.amount ?? 0
}

const spending: ReadonlySet<GatedAction> = new Set<GatedAction>(['award', 'fund'])

/** Amount that counts against budgets: only awards and top-ups spend. */
export function spentAmount({ action, amount }: GatedCall): Amount | undefined {
  return spending.has(action) && amount !== undefined && amount.amount > 0n ? amount : undefined
}

/** Period of the daily limit of an app. */
export function appPeriodOf(now: Date, grantId: string): string {
  return `app:${now.toISOString().slice(0, 10)}:${grantId}`
}

/** Budget periods of an action by window; days and months are in UTC. */
export function periodsOf(now: Date, taskId: string | undefined): Partial<Record<BudgetWindow, string>> {
  const date = now.toISOString()
  return {
    day: `day:${date.slice(0, 10)}`,
    month: `month:${date.slice(0, 7)}`,
    ...(taskId === undefined ? {} : { task: `task:${taskId}` }),
  }
}
