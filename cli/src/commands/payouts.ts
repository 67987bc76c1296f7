import { formatMoney, payablePart, type Onboarding, type Payout } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import type { Session } from '../engine/session.ts'
import { at, joined, line, one, page, record, state, type Fields } from '../engine/views.ts'
import { argument, flag, text } from '../engine/words.ts'
import { payoutActionCommands, payoutFields } from './payout-actions.ts'
import { currencyOption, finishPage, moneyMaybe, pageOptions, paged, until } from './shared.ts'

const onboardingFields: Fields<Onboarding> = {
  status: ({ status }) => state(status),
  country: ({ country }) => country,
  missing: ({ missing }) => joined(missing),
  problem: ({ problem }) => problem,
  checked: ({ checkedAt }) => at(checkedAt),
}

const onboard = command({
  name: 'onboard',
  does: 'Open a page where a person says where payouts go',
  more: 'In the sandbox, --test-bank fills it in at once, and the command waits until the agent can be paid.',
  calls: ['startOnboarding', 'getOnboarding'],
  options: {
    country: text('country of the person or company that is paid; needed unless the market has one', 'code'),
    testBank: text('a test account of the sandbox, such as sandbox_bank_ok', 'name'),
  },
  example: 'souk payouts onboard --country DE',
  run: async (session, { country, testBank }) => {
    const { client } = session
    const opened = await client.payouts.startOnboarding(given({ country }))
    if (testBank === undefined) return opened
    await finishPage(session, opened.session.url, { bank: testBank })
    const settled = await until(
      session,
      () => client.payouts.getOnboarding(),
      ({ onboarding }) => onboarding.status !== 'pending' && onboarding.status !== 'not_started',
    )
    return { session: opened.session, onboarding: settled.onboarding }
  },
  shows: ({ session, onboarding }) => [
    record(onboardingFields, onboarding),
    ...(onboarding.status === 'active' ? [] : [line(`Say where payouts go: ${session.url}`)]),
  ],
})

const status = command({
  name: 'status',
  does: 'Whether the agent can be paid',
  calls: ['getOnboarding'],
  example: 'souk payouts status',
  run: ({ client }) => client.payouts.getOnboarding(),
  shows: one('onboarding', onboardingFields),
})

/** What a payout asks about: the sum that was typed, or all that was earned. */
async function lookAt(
  session: Session,
  { amount, currency }: { amount: string | undefined; currency: string | undefined },
) {
  const { balance } = await session.client.payments.getBalance()
  const paid = currency ?? balance.currency
  const asked = await moneyMaybe(session, { field: 'amount', amount, currency: paid })
  return { asked, currency: paid, earnings: balance.earnings }
}

const ends: readonly Payout['status'][] = ['paid', 'failed', 'returned', 'needs_attention', 'canceled']

const request = command({
  name: 'request',
  does: 'Pay earnings out: all that has cleared, or an amount',
  calls: ['requestPayout', 'getPayout', 'getBalance'],
  takes: { amount: text('how much; all that has cleared when left out') },
  options: { currency: currencyOption, wait: flag('wait until it has arrived or failed') },
  example: 'souk payouts request 250.00 --currency USD --wait',
  reads: lookAt,
  asks: (_given, { asked, currency, earnings }) =>
    asked === undefined
      ? `Pay out all that has cleared, at most ${formatMoney({ amount: payablePart({ amount: earnings, currency }), currency })}?`
      : `Pay out ${formatMoney(asked)}?`,
  run: async (session, { wait }, { asked, currency }) => {
    const { payouts: calls } = session.client
    const requested = await calls.requestPayout({ currency, ...given({ amount: asked?.amount }) })
    if (!wait) return requested
    const { id: payoutId } = requested.payout
    return until(
      session,
      () => calls.getPayout({ payoutId }),
      ({ payout }) => ends.includes(payout.status),
    )
  },
  shows: one('payout', payoutFields),
  fails: ({ payout }) => payout.status !== 'paid' && ends.includes(payout.status),
})

const listPayouts = command({
  name: 'list',
  does: 'Payouts of the agent, newest first',
  calls: ['listPayouts'],
  options: pageOptions,
  example: 'souk payouts list',
  run: ({ client }, options) => paged(client.payouts.listPayouts, {}, options),
  shows: page(payoutFields, 'Nothing was paid out yet.'),
})

const show = command({
  name: 'show',
  does: 'One payout',
  calls: ['getPayout'],
  takes: { payout: argument('payout id') },
  example: 'souk payouts show pout_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: ({ client }, { payout: payoutId }) => client.payouts.getPayout({ payoutId }),
  shows: one('payout', payoutFields),
})

export const payouts: Group = {
  name: 'payouts',
  does: 'Having earnings paid out',
  commands: [onboard, status, request, listPayouts, show, ...payoutActionCommands],
}
