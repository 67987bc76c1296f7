import { formatMoney, payablePart, type Onboarding, type Payout } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, flag, text } from '../../engine/params.ts'
import { at, joined, line, page, record, resource, state, type Fields } from '../../terminal/views.ts'
import { currencyOption, optionalMoney } from '../options/money.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { pollUntil, submitHostedPage } from './hosted-page.ts'
import { payoutActions, payoutFields } from '../operator/payouts.ts'

const onboardingFields: Fields<Onboarding> = {
  status: ({ status }) => state(status),
  country: ({ country }) => country,
  missing: ({ missing }) => joined(missing),
  problem: ({ problem }) => problem,
  checked: ({ checkedAt }) => at(checkedAt),
}

const onboard = command({
  name: 'onboard',
  summary: 'Create a page where a person sets up payouts',
  description:
    'In the sandbox, --test-bank completes the page, and the command waits until the agent can be paid.',
  operations: ['startOnboarding', 'getOnboarding'],
  options: {
    country: text(
      'Country of the person or company that is paid; required unless the marketplace has a default',
      'code',
    ),
    testBank: text('Test bank account of the sandbox, such as sandbox_bank_ok', 'name'),
  },
  example: 'souk payouts onboard --country DE',
  run: async (context, { country, testBank }) => {
    const { client } = context
    const opened = await client.payouts.startOnboarding(omitUndefined({ country }))
    if (testBank === undefined) return opened
    await submitHostedPage(context, opened.session.url, { bank: testBank })
    const settled = await pollUntil(
      context,
      () => client.payouts.getOnboarding(),
      ({ onboarding }) => onboarding.status !== 'pending' && onboarding.status !== 'not_started',
    )
    return { session: opened.session, onboarding: settled.onboarding }
  },
  render: ({ session, onboarding }) => [
    record(onboardingFields, onboarding),
    ...(onboarding.status === 'active' ? [] : [line(`Set up payouts at: ${session.url}`)]),
  ],
})

const status = command({
  name: 'status',
  summary: 'Show whether payouts to the acting agent are set up',
  operations: ['getOnboarding'],
  example: 'souk payouts status',
  run: ({ client }) => client.payouts.getOnboarding(),
  render: resource('onboarding', onboardingFields),
})

/** Loads the amounts that the confirmation question names. */
async function loadAmounts(
  context: CommandContext,
  { amount, currency }: { amount: string | undefined; currency: string | undefined },
) {
  const { balance } = await context.client.payments.getBalance()
  const payoutCurrency = currency ?? balance.currency
  const requested = await optionalMoney(context, { field: 'amount', amount, currency: payoutCurrency })
  return { requested, currency: payoutCurrency, cleared: balance.cleared }
}

const finalStatuses: readonly Payout['status'][] = [
  'paid',
  'failed',
  'returned',
  'needs_attention',
  'canceled',
]

const request = command({
  name: 'request',
  summary: 'Request a payout of all cleared earnings, or of an amount',
  operations: ['requestPayout', 'getPayout', 'getBalance'],
  args: { amount: text('Amount; defaults to all cleared earnings') },
  options: { currency: currencyOption, wait: flag('Wait until the payout is paid or has failed') },
  example: 'souk payouts request 250.00 --currency USD --wait',
  load: loadAmounts,
  confirm: (_values, { requested, currency, cleared }) =>
    requested === undefined
      ? `Pay out all cleared earnings, at most ${formatMoney({ amount: payablePart({ amount: cleared, currency }), currency })}?`
      : `Pay out ${formatMoney(requested)}?`,
  run: async (context, { wait }, { requested, currency }) => {
    const { payouts: calls } = context.client
    const response = await calls.requestPayout({ currency, ...omitUndefined({ amount: requested?.amount }) })
    if (!wait) return response
    const { id: payoutId } = response.payout
    return pollUntil(
      context,
      () => calls.getPayout({ payoutId }),
      ({ payout }) => finalStatuses.includes(payout.status),
    )
  },
  render: resource('payout', payoutFields, 'Requested payout.'),
  isFailure: ({ payout }) => payout.status !== 'paid' && finalStatuses.includes(payout.status),
})

const listPayouts = command({
  name: 'list',
  summary: 'List the payouts of the acting agent, newest first',
  operations: ['listPayouts'],
  options: pageOptions,
  example: 'souk payouts list',
  run: ({ client }, options) => fetchPage(client.payouts.listPayouts, {}, options),
  render: page(payoutFields, 'No payouts. Request one with "souk payouts request".'),
})

const show = command({
  name: 'show',
  summary: 'Show a payout',
  operations: ['getPayout'],
  args: { payout: argument('Payout ID') },
  example: 'souk payouts show pout_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: ({ client }, { payout: payoutId }) => client.payouts.getPayout({ payoutId }),
  render: resource('payout', payoutFields),
})

export const payouts: CommandGroup = {
  name: 'payouts',
  summary: 'Set up and request payouts of earnings',
  commands: [onboard, status, request, listPayouts, show, ...payoutActions],
}
