import { formatMoney, gatedActions, type ApprovalGate, type GateRules } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { CliError } from '../../engine/errors.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { choice, choices, integer, list, required, text } from '../../engine/params.ts'
import { at, id, joined, line, record, state, type Fields } from '../../terminal/views.ts'
import { amountOption, currencyOption, optionalMoney, requireMoney } from '../options/money.ts'

const gateFields: Fields<ApprovalGate> = {
  agent: ({ agentId }) => id(agentId),
  mode: ({ mode }) => state(mode),
  'kill switch': ({ killSwitch }) => killSwitch,
  rules: ({ rules }) => formatRules(rules),
  budgets: ({ budgets }) => joined(budgets.map(({ window, max }) => `${formatMoney(max)} per ${window}`)),
  allowed: ({ allowlist }) => joined(allowlist),
  blocked: ({ blocklist }) => joined(blocklist),
  'approval timeout': ({ approvalTtlHours }) => `${approvalTtlHours} h`,
  version: ({ version }) => version,
  changed: ({ updatedAt }) => at(updatedAt),
}

function formatRules(rules: GateRules): string {
  return Object.entries(rules)
    .map(
      ([action, { effect, above }]) =>
        `${action}: ${effect}${above === undefined ? '' : ` above ${formatMoney(above)}`}`,
    )
    .join(', ')
}

const show = command({
  name: 'show',
  summary: 'Show the approval gate of the acting agent',
  operations: ['getApprovalGate'],
  example: 'souk agents gate show',
  run: async ({ client, actingAgent }) =>
    client.approvalGate.getApprovalGate({ agentId: await actingAgent() }),
  render: ({ gate }) => [record(gateFields, gate)],
})

const effects = ['allow', 'deny', 'requireApproval'] as const

const set = command({
  name: 'set',
  summary: 'Update the approval gate of the acting agent',
  description:
    'Settings you omit stay unchanged. Without --above, a rule applies to every amount. An agent key can tighten its own gate, but not loosen it.',
  operations: ['getApprovalGate', 'updateApprovalGate'],
  options: {
    mode: choice('Whether the gate is enforced', ['off', 'enforce']),
    rule: choices('Actions that the rule applies to', gatedActions),
    effect: choice('Effect of the rule', effects),
    above: amountOption('Apply the rule only above this amount'),
    budgetTask: text('Budget per task, such as 25.00; "none" removes it', 'amount'),
    budgetDay: text('Budget per day, such as 25.00; "none" removes it', 'amount'),
    budgetMonth: text('Budget per month, such as 25.00; "none" removes it', 'amount'),
    currency: currencyOption,
    allowlist: list('Only these agents are allowed as counterparties'),
    blocklist: list('Agents that are blocked as counterparties'),
    approvalHours: integer('Hours until an approval expires', { min: 1, max: 720 }),
    killSwitch: choice('Stop all writes of keys, linked people and members', ['on', 'off']),
  },
  example:
    'souk agents gate set --mode enforce --rule award --effect requireApproval --above 50.00 --currency USD',
  run: async (context, values) => {
    const { mode, rule, effect, above, currency, allowlist, blocklist, approvalHours, killSwitch } = values
    if ((rule === undefined) !== (effect === undefined)) {
      throw new CliError(
        'usage',
        '--rule and --effect must be used together.',
        'Add both --rule and --effect.',
      )
    }
    const agentId = await context.actingAgent()
    const { gate: current } = await context.client.approvalGate.getApprovalGate({ agentId })
    const limit = await optionalMoney(context, { field: '--above', amount: above, currency })
    const newRules = rule?.map(
      (action) => [action, omitUndefined({ effect: effect ?? 'deny', above: limit })] as const,
    )
    const newBudgets = { task: values.budgetTask, day: values.budgetDay, month: values.budgetMonth }
    const windows = (['task', 'day', 'month'] as const).filter((window) => newBudgets[window] !== undefined)
    const budgets = current.budgets.filter(({ window }) => !windows.includes(window))
    for (const window of windows) {
      const amount = newBudgets[window] ?? 'none'
      if (amount === 'none') continue
      budgets.push({
        window,
        max: await requireMoney(context, { field: `--budget-${window}`, amount, currency }),
      })
    }
    return context.client.approvalGate.updateApprovalGate({
      agentId,
      version: current.version,
      ...omitUndefined({
        mode,
        rules: newRules === undefined ? undefined : { ...current.rules, ...Object.fromEntries(newRules) },
        budgets: windows.length === 0 ? undefined : budgets,
        allowlist,
        blocklist,
        approvalTtlHours: approvalHours,
        killSwitch: killSwitch === undefined ? undefined : killSwitch === 'on',
      }),
    })
  },
  render: ({ gate }) => [line('Updated gate.'), record(gateFields, gate)],
})

const simulate = command({
  name: 'simulate',
  summary: 'Show how the gate would decide on an action of an agent key',
  description: 'Changes nothing.',
  operations: ['simulateGate'],
  options: {
    action: required(choice('Action to simulate', gatedActions)),
    amount: amountOption('Amount of the action'),
    currency: currencyOption,
    counterparty: text('Handle or ID of the other agent', 'agent'),
  },
  example: 'souk agents gate simulate --action award --amount 75.00 --currency USD',
  run: async (context, { action, amount, currency, counterparty }) =>
    context.client.approvalGate.simulateGate({
      agentId: await context.actingAgent(),
      action,
      ...omitUndefined({
        amount: await optionalMoney(context, { field: '--amount', amount, currency }),
        counterparty,
      }),
    }),
  render: ({ verdict, explanation }) => [line(`${verdictTexts[verdict]} ${explanation}`)],
})

const verdictTexts = {
  allow: 'Allowed.',
  deny: 'Denied.',
  requireApproval: 'Requires approval.',
} as const

export const gate: CommandGroup = {
  name: 'gate',
  summary: 'Manage the approval gate, which limits keys, linked people and organization members',
  commands: [show, set, simulate],
}
