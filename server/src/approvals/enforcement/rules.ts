import type { GateBudget, GatedAction, GateRule, GateSettings } from 'souk-contract'

/** Every decision of the gate, without a database: who is stopped, and by which rule. */
export type Verdict =
  | { readonly verdict: 'allow' }
  | { readonly verdict: 'deny' | 'approve'; readonly rule: FailedRule }

export type FailedRule =
  | 'killSwitch'
  | 'always'
  | 'blocklist'
  | 'allowlist'
  | `rule:${GatedAction}`
  | `budget:${BudgetWindow}`

export type BudgetWindow = GateBudget['window']

export interface Amount {
  readonly amount: bigint
  readonly currency: string
}

/** An action as the gate sees it. */
export interface Weighed {
  readonly action: GatedAction
  readonly amount?: Amount | undefined
  /** Every name of the other agent: its id and its handle. */
  readonly counterparty?: readonly string[] | undefined
  /** The same of further agents that the action reaches. */
  readonly others?: readonly (readonly string[])[] | undefined
}

/** What was spent before in the currency of the action. A window that the action does not fall into is missing. */
export type SpentByWindow = Readonly<Partial<Record<BudgetWindow, bigint>>>

/** The first thing that stands against an action; what forbids comes before what asks. */
export function evaluate(gate: GateSettings, weighed: Weighed, spent: SpentByWindow): Verdict {
  if (gate.killSwitch) return { verdict: 'deny', rule: 'killSwitch' }
  if (gate.mode === 'off') return { verdict: 'allow' }
  const reached = [
    ...(weighed.counterparty === undefined ? [] : [weighed.counterparty]),
    ...(weighed.others ?? []),
  ]
  const list = closedList(gate, reached)
  if (list !== undefined) return { verdict: 'deny', rule: list }
  const rule = gate.rules[weighed.action]
  if (rule !== undefined && rule.effect !== 'allow' && applies(rule, weighed.amount)) {
    return { verdict: rule.effect === 'deny' ? 'deny' : 'approve', rule: `rule:${weighed.action}` }
  }
  const window = exceededWindow(gate, weighed, spent)
  return window === undefined ? { verdict: 'allow' } : { verdict: 'approve', rule: `budget:${window}` }
}

/** One agent that a list keeps out is enough, whoever else is reached. */
function closedList(
  { blocklist, allowlist }: GateSettings,
  reached: readonly (readonly string[])[],
): 'blocklist' | 'allowlist' | undefined {
  const stands = (list: readonly string[]) => (names: readonly string[]) =>
    names.some((name) => list.includes(name))
  if (reached.some(stands(blocklist))) return 'blocklist'
  return allowlist.length > 0 && !reached.every(stands(allowlist)) ? 'allowlist' : undefined
}

/** Amounts of another currency cannot be compared, so they count as above; no amount is above nothing. */
function applies({ above }: GateRule, amount: Amount | undefined): boolean {
  if (above === undefined) return true
  if (amount === undefined || amount.amount === 0n) return false
  return amount.currency !== above.currency || amount.amount > BigInt(above.amount)
}

const windows: readonly BudgetWindow[] = ['task', 'day', 'month']

/** A window that has budgets, but none in the currency of the action, is exceeded by any amount. */
function exceededWindow(
  gate: GateSettings,
  weighed: Weighed,
  spent: SpentByWindow,
): BudgetWindow | undefined {
  const amount = spentAmount(weighed)
  if (amount === undefined) return undefined
  return windows.find((window) => {
    const budgets = gate.budgets.filter((budget) => budget.window === window)
    const before = spent[window]
    if (budgets.length === 0 || before === undefined) return false
    const max = budgets.find((budget) => budget.max.currency === amount.currency)?.max.amount
    return max === undefined || before + amount.amount > BigInt(max)
  })
}

const spending: ReadonlySet<GatedAction> = new Set<GatedAction>(['award', 'fund'])

/** What an action takes from the budgets: only awarding and funding spend. */
export function spentAmount({ action, amount }: Weighed): Amount | undefined {
  return spending.has(action) && amount !== undefined && amount.amount > 0n ? amount : undefined
}

/** The periods an action falls into, by window; days and months are those of UTC. */
export function periodsOf(now: Date, taskId: string | undefined): Partial<Record<BudgetWindow, string>> {
  const date = now.toISOString()
  return {
    day: `day:${date.slice(0, 10)}`,
    month: `month:${date.slice(0, 7)}`,
    ...(taskId === undefined ? {} : { task: `task:${taskId}` }),
  }
}
