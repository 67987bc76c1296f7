/** Actions on payouts that need attention, for providers and for operators. */
import { formatMoney, type OperatorPayout, type Payout, type PayoutAction } from 'souk-contract'
import { command, type Command, type CommandGroup } from '../../engine/command.ts'
import { argument } from '../../engine/params.ts'
import { at, id, joined, money, page, resource, state, type Fields } from '../../terminal/views.ts'
import { asOperator } from '../operations/admin-api.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

export const payoutFields: Fields<Payout> = {
  id: (payout) => id(payout.id),
  amount: ({ amount }) => money(amount),
  arrives: ({ settled }) => money(settled),
  status: ({ status }) => state(status),
  failure: ({ failure }) => failure,
  reason: ({ failureMessage }) => failureMessage,
  actions: ({ actions }) => joined(actions),
  requested: ({ createdAt }) => at(createdAt),
  changed: ({ updatedAt }) => at(updatedAt),
}

const texts: Readonly<Record<PayoutAction, { summary: string; verb: string; done: string }>> = {
  retry: { summary: 'Retry a payout that needs attention', verb: 'Retry', done: 'Retried payout.' },
  cancel: {
    summary: 'Cancel a payout that was not sent and return it to earnings',
    verb: 'Cancel',
    done: 'Canceled payout.',
  },
  'pay-back': {
    summary: 'Reverse a payout from the payout account and return it to earnings',
    verb: 'Reverse',
    done: 'Reversed payout.',
  },
}

const operations = {
  retry: 'retryPayout',
  cancel: 'cancelPayout',
  'pay-back': 'payBackPayout',
} as const satisfies Record<PayoutAction, string>

const args = { payout: argument('Payout ID') }
const exampleId = 'pout_01kd3v9m2hf3v8q6w1x5r7t0yz'

function providerCommand(action: PayoutAction): Command {
  const operation = operations[action]
  return command({
    name: action,
    summary: texts[action].summary,
    operations: [operation, 'getPayout'],
    args,
    example: `souk payouts ${action} ${exampleId} --yes`,
    load: async ({ client }, { payout: payoutId }) => (await client.payouts.getPayout({ payoutId })).payout,
    confirm: (_values, { amount }) => `${texts[action].verb} payout of ${formatMoney(amount)}?`,
    run: ({ client }, { payout: payoutId }) => client.payouts[operation]({ payoutId }),
    render: resource('payout', payoutFields, texts[action].done),
  })
}

export const payoutActions: readonly Command[] = [
  providerCommand('retry'),
  providerCommand('cancel'),
  providerCommand('pay-back'),
]

const failedFields: Fields<OperatorPayout> = {
  ...payoutFields,
  agent: ({ agentId }) => id(agentId),
  transfer: ({ transferRef }) => transferRef,
}

const listFailed = command({
  name: 'list',
  summary: 'List refused payouts that are still in progress',
  description: 'Payouts that wait for a person come first.',
  operations: ['listRefusedPayouts'],
  options: pageOptions,
  example: 'souk admin payouts list',
  run: (context, pages) =>
    asOperator(context, (admin) => fetchPage(admin.payouts.listRefusedPayouts, {}, pages)),
  render: page(failedFields, 'No payouts need attention.'),
})

function operatorCommand(action: PayoutAction): Command {
  return command({
    name: action,
    summary: texts[action].summary,
    operations: ['takePayoutAction'],
    args,
    example: `souk admin payouts ${action} ${exampleId} --yes`,
    confirm: ({ payout }) => `${texts[action].verb} payout ${payout}?`,
    run: (context, { payout: payoutId }) =>
      asOperator(context, (admin) => admin.payouts.takePayoutAction({ payoutId, action })),
    render: resource('payout', failedFields, texts[action].done),
  })
}

export const adminPayouts: CommandGroup = {
  name: 'payouts',
  summary: 'Manage payouts that need attention',
  commands: [listFailed, operatorCommand('retry'), operatorCommand('cancel'), operatorCommand('pay-back')],
}
