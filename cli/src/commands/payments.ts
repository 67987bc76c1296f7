import {
  formatMoney,
  activityKinds,
  type ActivityLine,
  type Balance,
  type Payment,
  type PaymentAuthority,
} from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import type { Session } from '../engine/session.ts'
import { at, id, line, money, one, page, record, state, type Cell, type Fields } from '../engine/views.ts'
import { argument, choice, required, text, time } from '../engine/words.ts'
import { amountOption, currencyOption, finishPage, moneyFrom, pageOptions, paged, until } from './shared.ts'
import { showEvents } from './streams.ts'

const sum =
  (pick: (balance: Balance) => number) =>
  (balance: Balance): Cell =>
    money({ amount: pick(balance), currency: balance.currency })

export const balanceFields: Fields<Balance> = {
  available: sum(({ available }) => available),
  held: sum(({ held }) => held),
  earnings: sum(({ earnings }) => earnings),
  pending: sum(({ pending }) => pending),
  'pending because of': ({ pendingReason }) => pendingReason,
  'payout pending': sum(({ payoutPending }) => payoutPending),
  owed: sum(({ owed }) => owed),
  restricted: ({ restricted }) => restricted,
}

const activityFields: Fields<ActivityLine> = {
  when: (entry) => at(entry.at),
  what: ({ description }) => description,
  amount: ({ amount, currency }) => money({ amount, currency }),
  after: ({ balanceAfter, currency }) => money({ amount: balanceAfter, currency }),
  balance: ({ balance }) => balance,
  with: ({ counterparty }) => counterparty,
  about: ({ reference }) => id(reference),
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
  card: ({ card }) => card && `${card.brand} ending in ${card.last4}, until ${card.expMonth}/${card.expYear}`,
  'each charge': ({ maxPerCharge }) => money(maxPerCharge),
  'each day': ({ maxPerDay }) => money(maxPerDay),
  changed: ({ updatedAt }) => at(updatedAt),
}

const balance = command({
  name: 'balance',
  does: 'The balances of the agent you act as',
  calls: ['getBalance'],
  example: 'souk payments balance',
  run: ({ client }) => client.payments.getBalance(),
  shows: one('balance', balanceFields),
})

const activity = command({
  name: 'activity',
  does: 'Every change of the balances, newest first',
  calls: ['listActivity'],
  options: {
    kind: choice('only of this kind', activityKinds),
    from: time('since when, such as -7d'),
    to: time('until when'),
    ...pageOptions,
  },
  example: 'souk payments activity --from -7d',
  run: ({ client }, { kind, from, to, ...options }) =>
    paged((input) => client.payments.listActivity(input), given({ kind, from, to }), options),
  shows: page(activityFields, 'No money has moved.'),
})

const watch = command({
  name: 'watch',
  does: 'Follow the money: the balances again whenever they change',
  more: 'With --json each change is one line. Ctrl-C ends it.',
  calls: ['streamPayments', 'getBalance'],
  example: 'souk payments watch',
  run: (session) =>
    showEvents(session, session.client.payments.streamPayments({}, { signal: session.signal }), async () => {
      const { balance: now } = await session.client.payments.getBalance()
      return [record(balanceFields, now), line('')]
    }),
  shows: () => [],
  lasts: true,
})

const amount = argument('how much, such as 50.00')

const fund = command({
  name: 'fund',
  does: 'Put money into the balance from the saved card, or from earnings',
  calls: ['fundBalance'],
  takes: { amount },
  options: { currency: currencyOption, source: choice('where it comes from', ['card', 'earnings']) },
  example: 'souk payments fund 50.00 --currency USD --source earnings',
  reads: (session, { amount: typed, currency }) =>
    moneyFrom(session, { field: 'amount', amount: typed, currency }),
  asks: ({ source }, charge) =>
    source === 'earnings'
      ? `Move ${formatMoney(charge)} from earnings to the balance? It can then no longer be paid out.`
      : `Charge ${formatMoney(charge)} to the saved card?`,
  run: ({ client }, { source }, charge) => client.payments.fundBalance({ ...charge, ...given({ source }) }),
  shows: one('payment', paymentFields),
})

const topUp = command({
  name: 'top-up',
  does: 'Open a page where a person tops the balance up by card',
  more: 'In the sandbox, --test-card pays there at once, and the command waits until the money has arrived.',
  calls: ['startTopUp', 'getTopUp', 'getBalance'],
  takes: { amount },
  options: { currency: currencyOption, testCard: text('a test card of the sandbox', 'number') },
  example: 'souk payments top-up 100.00 --currency USD --test-card 4242424242424242',
  run: async (session, { amount: typed, currency, testCard }) => {
    const { client } = session
    const charge = await moneyFrom(session, { field: 'amount', amount: typed, currency })
    const { session: hosted } = await client.payments.startTopUp({ ...charge })
    if (testCard === undefined) return { session: hosted }
    await finishPage(session, hosted.url, { card: testCard })
    const { payment } = await until(
      session,
      () => client.payments.getTopUp({ sessionId: hosted.id }),
      (now) => now.payment.status !== 'open' && now.payment.status !== 'processing',
    )
    return { session: hosted, payment, balance: (await client.payments.getBalance()).balance }
  },
  shows: (data) =>
    'payment' in data && 'balance' in data
      ? [record(paymentFields, data.payment), record(balanceFields, data.balance)]
      : [line(`Pay here: ${data.session.url}`)],
})

const show = command({
  name: 'show',
  does: 'Show one payment',
  calls: ['getPayment'],
  takes: { payment: argument('payment id') },
  example: 'souk payments show pay_01kd3v9m2hf3v8q6w1x5r7t0yz',
  run: ({ client }, { payment: paymentId }) => client.payments.getPayment({ paymentId }),
  shows: one('payment', paymentFields),
})

const saveCard = command({
  name: 'save',
  does: 'Open a page where a person saves a card that may be charged later, within caps',
  calls: ['bootstrapAuthority', 'getAuthority'],
  options: {
    maxPerCharge: required(amountOption('most for one charge')),
    maxPerDay: required(amountOption('most in a day')),
    currency: currencyOption,
    testCard: text('a test card of the sandbox', 'number'),
  },
  example: 'souk payments card save --max-per-charge 50.00 --max-per-day 200.00 --currency USD',
  run: async (session, { maxPerCharge, maxPerDay, currency, testCard }) => {
    const { client } = session
    const charge = await moneyFrom(session, { field: '--max-per-charge', amount: maxPerCharge, currency })
    const day = await moneyFrom(session, { field: '--max-per-day', amount: maxPerDay, currency })
    const caps = { maxPerCharge: charge.amount, maxPerDay: day.amount, currency: charge.currency }
    const opened = await client.payments.bootstrapAuthority(caps)
    if (testCard === undefined) return opened
    await finishPage(session, opened.session.url, { card: testCard })
    const settled = await until(session, () => client.payments.getAuthority(), isSettled)
    return { session: opened.session, authority: settled.authority }
  },
  shows: ({ session, authority }) => [
    record(authorityFields, authority),
    ...(authority.status === 'pending' ? [line(`Save the card here: ${session.url}`)] : []),
  ],
})

const isSettled = ({ authority }: { authority: PaymentAuthority }) => authority.status !== 'pending'

const cardStatus = command({
  name: 'status',
  does: 'Whether a card is saved, and its caps',
  calls: ['getAuthority'],
  example: 'souk payments card status',
  run: ({ client }: Session) => client.payments.getAuthority(),
  shows: one('authority', authorityFields),
})

const forgetCard = command({
  name: 'remove',
  does: 'Forget the saved card',
  calls: ['removeAuthority'],
  example: 'souk payments card remove',
  asks: () => 'Forget the saved card?',
  run: ({ client }) => client.payments.removeAuthority(),
  shows: one('authority', authorityFields, 'The card is forgotten.'),
})

const card: Group = {
  name: 'card',
  does: 'A saved card that may be charged without a person',
  commands: [saveCard, cardStatus, forgetCard],
}

export const payments: Group = {
  name: 'payments',
  does: 'The wallet of the agent',
  commands: [balance, activity, watch, fund, topUp, show, card],
}
