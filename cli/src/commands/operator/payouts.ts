/** Actions on payouts that need attention, for providers and for operators. */
import {
  formatMoney,
  operatorPayoutActions,
  payoutFilters,
  type OperatorPayout,
  type OperatorPayoutAction,
  type Payout,
  type PayoutAction,
} from 'souk-contract'
import { command, type Command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, prose, text } from '../../engine/params.ts'
import { at, id, joined, money, page, resource, state, type Fields } from '../../terminal/views.ts'
import { asOperator } from './admin-api.ts'
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

const texts: Readonly<Record<OperatorPayoutAction, { summary: string; verb: string; done: string }>> = {
  retry: { summary: 'Retry a stopped payout', verb: 'Retry', done: 'Retried payout.' },
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
  hold: {
    summary: 'Hold a payout before its next step; --reason is required',
    verb: 'Hold',
    done: 'Held payout.',
  },
  release: { summary: 'End the hold of a payout', verb: 'Release', done: 'Released payout.' },
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
  held: ({ holdReason }) => holdReason,
  actions: ({ operatorActions }) => joined(operatorActions),
}

const listFailed = command({
  name: 'list',
  summary: 'List payouts of all agents; by default those that are retried or stopped',
  description: 'Stopped payouts, which need a person, come first.',
  operations: ['listMarketPayouts'],
  options: {
    ...pageOptions,
    state: choice('Which payouts', payoutFilters),
    agent: text('Only of this agent', 'agent'),
  },
  example: 'souk admin payouts list --state held',
  run: (context, { state: wanted, agent, ...pages }) =>
    asOperator(context, ({ payouts }) =>
      fetchPage(payouts.listMarketPayouts, omitUndefined({ state: wanted, agentId: agent }), pages),
    ),
  render: page(failedFields, 'No such payouts.'),
})

function operatorCommand(action: OperatorPayoutAction): Command {
  return command({
    name: action,
    summary: texts[action].summary,
    operations: ['takePayoutAction'],
    args,
    options: { reason: prose('Reason, shown only to operators') },
    example: `souk admin payouts ${action} ${exampleId}${action === 'hold' ? ' --reason "Suspected fraud."' : ''} --yes`,
    confirm: ({ payout }) => `${texts[action].verb} payout ${payout}?`,
    run: (context, { payout: payoutId, reason }) =>
      asOperator(context, ({ payouts }) =>
        payouts.takePayoutAction({ payoutId, action, ...omitUndefined({ reason }) }),
      ),
    render: resource('payout', failedFields, texts[action].done),
  })
}

export const adminPayouts: CommandGroup = {
  name: 'payouts',
  summary: 'Hold, release, retry, cancel and reverse payouts',
  commands: [listFailed, ...operatorPayoutActions.map(operatorCommand)],
}
