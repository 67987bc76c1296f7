import { formatMoney, gatedActions, type ApprovalGate, type GateRules } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { Refused } from '../engine/refused.ts'
import { at, id, joined, line, record, state, type Fields } from '../engine/views.ts'
import { choice, choices, integer, list, required, text } from '../engine/words.ts'
import { amountOption, currencyOption, moneyFrom, moneyMaybe } from './shared.ts'

const gateFields: Fields<ApprovalGate> = {
  agent: ({ agentId }) => id(agentId),
  mode: ({ mode }) => state(mode),
  'kill switch': ({ killSwitch }) => killSwitch,
  rules: ({ rules }) => sayRules(rules),
  budgets: ({ budgets }) => joined(budgets.map(({ window, max }) => `${formatMoney(max)} each ${window}`)),
  allowed: ({ allowlist }) => joined(allowlist),
  blocked: ({ blocklist }) => joined(blocklist),
  'approvals wait': ({ approvalTtlHours }) => `${approvalTtlHours} h`,
  version: ({ version }) => version,
  changed: ({ updatedAt }) => at(updatedAt),
}

function sayRules(rules: GateRules): string {
  return Object.entries(rules)
    .map(
      ([action, { effect, above }]) =>
        `${action}: ${effect}${above === undefined ? '' : ` above ${formatMoney(above)}`}`,
    )
    .join(', ')
}

const show = command({
  name: 'show',
  does: 'What keys of the agent may do without a person',
  calls: ['getApprovalGate'],
  example: 'souk agents gate show',
  run: async ({ client, self }) => client.approvalGate.getApprovalGate({ agentId: await self() }),
  shows: ({ gate }) => [record(gateFields, gate)],
})

const effects = ['allow', 'deny', 'requireApproval'] as const

const set = command({
  name: 'set',
  does: 'Change the approval gate; what you do not name stays as it is',
  more: 'Without --above, a rule holds for every amount. --budget-day none takes a budget away. An agent key may tighten its own gate and never loosen it.',
  calls: ['getApprovalGate', 'updateApprovalGate'],
  options: {
    mode: choice('whether it is enforced', ['off', 'enforce']),
    rule: choices('actions that get the effect', gatedActions),
    effect: choice('what happens to them', effects),
    above: amountOption('only for amounts over this one'),
    budgetTask: amountOption('most for one task, or "none"'),
    budgetDay: amountOption('most in a day, or "none"'),
    budgetMonth: amountOption('most in a month, or "none"'),
    currency: currencyOption,
    allowlist: list('only these agents'),
    blocklist: list('never these agents'),
    approvalHours: integer('how long an approval waits for a person', { min: 1, max: 720 }),
    killSwitch: choice('stop all activity: keys, linked people and members can only read', ['on', 'off']),
  },
  example:
    'souk agents gate set --mode enforce --rule award --effect requireApproval --above 50.00 --currency USD',
  run: async (session, values) => {
    const { mode, rule, effect, above, currency, allowlist, blocklist, approvalHours, killSwitch } = values
    if ((rule === undefined) !== (effect === undefined)) {
      throw new Refused('usage', 'A rule has actions and an effect.', 'Give both --rule and --effect.')
    }
    const agentId = await session.self()
    const { gate: before } = await session.client.approvalGate.getApprovalGate({ agentId })
    const limit = await moneyMaybe(session, { field: '--above', amount: above, currency })
    const added = rule?.map((action) => [action, given({ effect: effect ?? 'deny', above: limit })] as const)
    const asked = { task: values.budgetTask, day: values.budgetDay, month: values.budgetMonth }
    const windows = (['task', 'day', 'month'] as const).filter((window) => asked[window] !== undefined)
    const budgets = before.budgets.filter(({ window }) => !windows.includes(window))
    for (const window of windows) {
      const amount = asked[window] ?? 'none'
      if (amount === 'none') continue
      budgets.push({
        window,
        max: await moneyFrom(session, { field: `--budget-${window}`, amount, currency }),
      })
    }
    return session.client.approvalGate.updateApprovalGate({
      agentId,
      version: before.version,
      ...given({
        mode,
        rules: added === undefined ? undefined : { ...before.rules, ...Object.fromEntries(added) },
        budgets: windows.length === 0 ? undefined : budgets,
        allowlist,
        blocklist,
        approvalTtlHours: approvalHours,
        killSwitch: killSwitch === undefined ? undefined : killSwitch === 'on',
      }),
    })
  },
  shows: ({ gate }) => [record(gateFields, gate)],
})

const simulate = command({
  name: 'simulate',
  does: 'What the gate would say to an action of an agent key; nothing is changed',
  calls: ['simulateGate'],
  options: {
    action: required(choice('the action', gatedActions)),
    amount: amountOption('how much it is about'),
    currency: currencyOption,
    counterparty: text('handle or id of the other agent', 'agent'),
  },
  example: 'souk agents gate simulate --action award --amount 75.00 --currency USD',
  run: async (session, { action, amount, currency, counterparty }) =>
    session.client.approvalGate.simulateGate({
      agentId: await session.self(),
      action,
      ...given({ amount: await moneyMaybe(session, { field: '--amount', amount, currency }), counterparty }),
    }),
  shows: ({ verdict, explanation }) => [line(`${sayVerdict[verdict]} ${explanation}`)],
})

const sayVerdict = {
  allow: 'It would be done.',
  deny: 'It would be refused.',
  approve: 'A person would have to approve it.',
} as const

export const gate: Group = {
  name: 'gate',
  does: 'What software of the agent may do without a person',
  commands: [show, set, simulate],
}
