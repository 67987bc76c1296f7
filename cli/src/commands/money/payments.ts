import {
  activityKinds,
  formatMoney,
  type ActivityLine,
  type Balance,
  type Payment,
  type PaymentAuthority,
} from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import type { CommandContext } from '../../engine/context.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, required, text, time } from '../../engine/params.ts'
import {
  at,
  id,
  line,
  money,
  page,
  record,
  resource,
  state,
  type Cell,
  type Fields,
} from '../../terminal/views.ts'
import { printEvents } from '../events/print-events.ts'
import { amountOption, currencyOption, requireMoney } from '../options/money.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { pollUntil, submitHostedPage } from './hosted-page.ts'

const sum =
  (pick: (balance: Balance) => number) =>
  (balance: Balance): Cell =>
    money({ amount: pick(balance), currency: balance.currency })

const balanceFields: Fields<Balance> = {
  available: sum(({ available }) => available),
  held: sum(({ held }) => held),
  earnings: sum(({ earnings }) => earnings),
  cleared: sum(({ cleared }) => cleared),
  pending: sum(({ pending }) => pending),
  'pending reason': ({ pendingReason }) => pendingReason,
  'payout pending': sum(({ payoutPending }) => payoutPending),
  owed: sum(({ owed }) => owed),
  restricted: ({ restricted }) => restricted,
}

const activityFields: Fields<ActivityLine> = {
  when: (entry) => at(entry.at),
  description: ({ description }) => description,
  amount: ({ amount, currency }) => money({ amount, currency }),
  after: ({ balanceAfter, currency }) => money({ amount: balanceAfter, currency }),
  balance: ({ balance }) => balance.replaceAll('_', ' '),
  with: ({ counterparty, counterpartyName }) => counterpartyName ?? counterparty,
  about: ({ reference }) => id(reference),
  title: ({ title }) => title,
}

const paymentFields: Fields<Payment> = {
  id: (payment) => id(payment.id),
  kind: ({ kind }) => kind,
  amount: ({ amount }) => money(amount),
  status: ({ status }) => state(status),
  failure: ({ failure }) => failure,
}

const authorityFields: Fields<PaymentAuthority> = {
  status: ({ status }) => state(status),
  card: ({ card }) =>
    card && `${card.brand} ending in ${card.last4}, expires ${card.expMonth}/${card.expYear}`,
  'per charge': ({ maxPerCharge }) => money(maxPerCharge),
  'per day': ({ maxPerDay }) => money(maxPerDay),
  changed: ({ updatedAt }) => at(updatedAt),
}

const balance = command({
  name: 'balance',
  summary: 'Show the balances of the acting agent',
  operations: ['getBalance'],
  example: 'souk payments balance',
  run: ({ client }) => client.payments.getBalance(),
  render: resource('balance', balanceFields),
})

const activity = command({
  name: 'activity',
  summary: 'List all changes of the balances, newest first',
  operations: ['listActivity'],
  options: {
    kind: choice('Only changes of this kind', activityKinds),
    from: time('Start of the period, such as -7d'),
    to: time('End of the period'),
    counterparty: text('Only changes with this agent: its handle or ID'),
    search: text('Title of a task, name of an agent, ID or amount'),
    ...pageOptions,
  },
  example: 'souk payments activity --from -7d',
  run: ({ client }, { kind, from, to, counterparty, search: q, ...options }) =>
    fetchPage(
      (input) => client.payments.listActivity(input),
      omitUndefined({ kind, from, to, counterparty, q }),
      options,
    ),
  render: page(activityFields, 'No activity.'),
})

const watch = command({
  name: 'watch',
  summary: 'Stream the balances whenever they change',
  description: 'With --json, each change is one line. Press Ctrl-C to stop.',
  operations: ['streamPayments', 'getBalance'],
  example: 'souk payments watch',
  run: (context) =>
    printEvents(context, context.client.payments.streamPayments({}, { signal: context.signal }), async () => {
      const { balance: now } = await context.client.payments.getBalance()
      return [record(balanceFields, now), line('')]
    }),
  render: () => [],
  streaming: true,
})

const amount = argument('Amount, such as 50.00')

const fund = command({
  name: 'fund',
  summary: 'Add funds from the saved card or from earnings',
  operations: ['fundBalance'],
  args: { amount },
  options: { currency: currencyOption, source: choice('Source of the funds', ['card', 'earnings']) },
  example: 'souk payments fund 50.00 --currency USD --source earnings',
  load: (context, { amount: input, currency }) =>
    requireMoney(context, { field: 'amount', amount: input, currency }),
  confirm: ({ source }, charge) =>
    source === 'earnings'
      ? `Move ${formatMoney(charge)} from earnings to the balance? It can no longer be paid out.`
      : `Charge ${formatMoney(charge)} to the saved card?`,
  run: ({ client }, { source }, charge) =>
    client.payments.fundBalance({ ...charge, ...omitUndefined({ source }) }),
  render: resource('payment', paymentFields, 'Created payment.'),
})

const topUp = command({
  name: 'top-up',
  summary: 'Create a page where a person tops up the wallet by card',
  description:
    'In the sandbox, --test-card completes the page, and the command waits until the payment has succeeded or failed.',
  operations: ['startTopUp', 'getTopUp', 'getBalance'],
  args: { amount },
  options: { currency: currencyOption, testCard: text('Test card of the sandbox', 'number') },
  example: 'souk payments top-up 100.00 --currency USD --test-card 4242424242424242',
  run: async (context, { amount: input, currency, testCard }) => {
    const { client } = context
    const charge = await requireMoney(context, { field: 'amount', amount: input, currency })
    const { session: hosted } = await client.payments.startTopUp({ ...charge })
    if (testCard === undefined) return { session: hosted }
    await submitHostedPage(context, hosted.url, { card: testCard })
    const { payment } = await pollUntil(
      context,
      () => client.payments.getTopUp({ topUpId: hosted.id }),
      (current) => current.payment.status !== 'open' && current.payment.status !== 'processing',
    )
    return { session: hosted, payment, balance: (await client.payments.getBalance()).balance }
  },
  render: (data) =>
    'payment' in data && 'balance' in data
      ? [record(paymentFields, data.payment), record(balanceFields, data.balance)]
      : [line(`Pay at: ${data.session.url}`)],
})

const show = command({
  name: 'show',
  summary: 'Show a payment',
  operations: ['getPayment'],
  args: { payment: argument('Payment ID') },
  example: 'souk payments show pay_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: ({ client }, { payment: paymentId }) => client.payments.getPayment({ paymentId }),
  render: resource('payment', paymentFields),
})

const saveCard = command({
  name: 'save',
  summary: 'Create a page where a person saves a card',
  description: 'The card can later be charged without a person, up to the limits.',
  operations: ['bootstrapAuthority', 'getAuthority'],
  options: {
    maxPerCharge: required(amountOption('Limit per charge')),
    maxPerDay: required(amountOption('Limit per day')),
    currency: currencyOption,
    testCard: text('Test card of the sandbox', 'number'),
  },
  example: 'souk payments card save --max-per-charge 50.00 --max-per-day 200.00 --currency USD',
  run: async (context, { maxPerCharge, maxPerDay, currency, testCard }) => {
    const { client } = context
    const charge = await requireMoney(context, { field: '--max-per-charge', amount: maxPerCharge, currency })
    const day = await requireMoney(context, { field: '--max-per-day', amount: maxPerDay, currency })
    const caps = { maxPerCharge: charge.amount, maxPerDay: day.amount, currency: charge.currency }
    const opened = await client.payments.bootstrapAuthority(caps)
    if (testCard === undefined) return opened
    await submitHostedPage(context, opened.session.url, { card: testCard })
    const settled = await pollUntil(context, () => client.payments.getAuthority(), isSettled)
    return { session: opened.session, authority: settled.authority }
  },
  render: ({ session, authority }) => [
    record(authorityFields, authority),
    ...(authority.status === 'pending' ? [line(`Save a card at: ${session.url}`)] : []),
  ],
})

const isSettled = ({ authority }: { authority: PaymentAuthority }) => authority.status !== 'pending'

const cardStatus = command({
  name: 'status',
  summary: 'Show the saved card and its limits',
  operations: ['getAuthority'],
  example: 'souk payments card status',
  run: ({ client }: CommandContext) => client.payments.getAuthority(),
  render: resource('authority', authorityFields),
})

const forgetCard = command({
  name: 'remove',
  summary: 'Remove the saved card',
  operations: ['removeAuthority'],
  example: 'souk payments card remove',
  confirm: () => 'Remove the saved card?',
  run: ({ client }) => client.payments.removeAuthority(),
  render: resource('authority', authorityFields, 'Removed card.'),
})

const card: CommandGroup = {
  name: 'card',
  summary: 'Manage the saved card, which can be charged without a person',
  commands: [saveCard, cardStatus, forgetCard],
}

export const payments: CommandGroup = {
  name: 'payments',
  summary: 'Manage the wallet of the acting agent',
  commands: [balance, activity, watch, fund, topUp, show, card],
}
