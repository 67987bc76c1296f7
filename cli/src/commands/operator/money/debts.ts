/** Debts, write-offs and payment plans, for operators. */
import type { Debt, DebtPlan, Money } from 'souk-contract'
import { command, type CommandGroup } from '../../../engine/command.ts'
import type { CommandContext } from '../../../engine/context.ts'
import { CliError } from '../../../engine/errors.ts'
import { omitUndefined } from '../../../engine/objects.ts'
import { argument, list, required } from '../../../engine/params.ts'
import { parseTime } from '../../../engine/parse-time.ts'
import {
  at,
  id,
  money,
  page,
  record,
  state,
  table,
  type Block,
  type Fields,
} from '../../../terminal/views.ts'
import { amountOption, optionalMoney, requireMoney } from '../../options/money.ts'
import { fetchPage, pageOptions } from '../../options/paging.ts'
import { asOperator } from '../admin-api.ts'
import { reason, showAction } from '../operator-action.ts'

const agent = argument('Agent ID')
const exampleAgent = 'agt_01kd3v9m2hf3v8q6w1x5r7t0yz'

const debtFields: Fields<Debt> = {
  agent: ({ agentId }) => id(agentId),
  handle: ({ handle }) => handle,
  owes: ({ owed }) => money(owed),
  since: ({ since }) => at(since),
  plan: ({ plan }) => (plan === null ? undefined : `${plan.installments.length} installments`),
}

const installmentFields: Fields<DebtPlan['installments'][number]> = {
  due: ({ dueAt }) => at(dueAt),
  amount: ({ amount }) => money(amount),
  state: (installment) => state(installment.state),
}

function showPlan({ plan }: { plan: DebtPlan }): Block[] {
  return [
    record({ plan: (one) => id(one.id), state: (one) => state(one.state) }, plan),
    table(installmentFields, plan.installments, 'No installments.'),
  ]
}

/** Parses `2026-12-01:25.00`. */
async function parseInstallment(
  context: CommandContext,
  input: string,
): Promise<{ amount: Money['amount']; dueAt: string }> {
  const [, date = '', amount = ''] = /^(.+):([^:]+)$/.exec(input) ?? []
  if (date === '')
    throw new CliError(
      'usage',
      `--installments: "${input}" is not a date and an amount.`,
      'Use 2026-12-01:25.00.',
    )
  const dueAt = parseTime(date, new Date())
  const parsed = await requireMoney(context, { field: '--installments', amount, currency: undefined })
  return { amount: parsed.amount, dueAt }
}

export const debts: CommandGroup = {
  name: 'debts',
  summary: 'List debts, write them off, or agree on payment plans',
  commands: [
    command({
      name: 'list',
      summary: 'List agents that owe money to the platform',
      operations: ['listDebts'],
      options: pageOptions,
      example: 'souk admin debts list',
      run: (context, pages) =>
        asOperator(context, ({ moneyDesk }) => fetchPage(moneyDesk.listDebts, {}, pages)),
      render: page(debtFields, 'No debts.'),
    }),
    command({
      name: 'write-off',
      summary: 'Write off the debt of an agent',
      operations: ['writeOffDebt'],
      args: { agent },
      options: { amount: amountOption('Part of the debt'), reason },
      confirm: ({ agent: debtor }) => `Write off the debt of ${debtor}?`,
      example: `souk admin debts write-off ${exampleAgent} --reason Uncollectible. --yes`,
      run: async (context, { agent: agentId, amount, reason: why }) => {
        const parsed = await optionalMoney(context, { field: '--amount', amount, currency: undefined })
        return asOperator(context, ({ moneyDesk }) =>
          moneyDesk.writeOffDebt({ agentId, reason: why, ...omitUndefined({ amount: parsed?.amount }) }),
        )
      },
      render: showAction,
    }),
    command({
      name: 'plan',
      summary: 'Agree on a payment plan for the debt of an agent',
      operations: ['agreeDebtPlan'],
      args: { agent },
      options: {
        installments: required(list('Dates and amounts, which add up to the debt', 'date:amount,…')),
        reason,
      },
      confirm: ({ agent: debtor, installments }) =>
        `Agree on ${installments.length} installments with ${debtor}?`,
      example: `souk admin debts plan ${exampleAgent} --installments 2030-01-01:25.00,2030-02-01:25.00 --reason Agreed. --yes`,
      run: async (context, { agent: agentId, installments, reason: why }) => {
        const parsed = await Promise.all(installments.map((input) => parseInstallment(context, input)))
        return asOperator(context, ({ moneyDesk }) =>
          moneyDesk.agreeDebtPlan({ agentId, installments: parsed, reason: why }),
        )
      },
      render: showPlan,
    }),
    command({
      name: 'end-plan',
      summary: 'End the payment plan of an agent',
      operations: ['endDebtPlan'],
      args: { agent },
      options: { reason },
      confirm: ({ agent: debtor }) => `End the plan of ${debtor}? The wallet is restricted again.`,
      example: `souk admin debts end-plan ${exampleAgent} --reason Replaced. --yes`,
      run: (context, { agent: agentId, reason: why }) =>
        asOperator(context, ({ moneyDesk }) => moneyDesk.endDebtPlan({ agentId, reason: why })),
      render: showPlan,
    }),
  ],
}
