import type { Stripe } from 'stripe'
import { createSession, expireSession, getSession } from './checkout.ts'
import { invalid, missing } from './errors.ts'
import { balance } from './money.ts'
import { text, texts, type Params } from './params.ts'
import { createIntent, createRefund, detachMethod } from './payments.ts'
import { createAccount, createPayout, createReversal, createTransfer } from './payouts.ts'
import { listOf, requireConnect } from './platform.ts'
import { newCustomer } from './session-objects.ts'
import { seconds, type State } from './state.ts'

export interface FakeRequest {
  readonly state: State
  readonly params: Params
  /** The part of the path that stands for `:id`. */
  readonly id: string
  readonly account: string
}

type Handler = (request: FakeRequest) => object

/** Every endpoint of the imitation. */
export const routes: Readonly<Record<string, Handler>> = {
  'POST /v1/customers': ({ state, params }) => {
    const customer = newCustomer(texts(params, 'metadata'), seconds(state))
    state.customers.set(customer.id, customer)
    return customer
  },
  'GET /v1/customers': ({ state, params }) => list(state.customers, params, () => true),
  'GET /v1/customers/:id': ({ state, id }) => get(state.customers, 'customer', id),
  'POST /v1/checkout/sessions': ({ state, params }) => createSession(state, params),
  'GET /v1/checkout/sessions': ({ state, params }) =>
    list(state.sessions, params, ({ customer }) => customer === text(params, 'customer')),
  'GET /v1/checkout/sessions/:id': ({ state, id }) => getSession(state, id),
  'POST /v1/checkout/sessions/:id/expire': ({ state, id }) => expireSession(state, getSession(state, id)),
  'POST /v1/payment_intents': ({ state, params }) => createIntent(state, params),
  'GET /v1/payment_intents': ({ state, params }) =>
    list(state.intents, params, ({ customer }) => customer === text(params, 'customer')),
  'GET /v1/payment_intents/:id': ({ state, id }) => get(state.intents, 'payment_intent', id),
  'GET /v1/charges/:id': ({ state, id, account }) => {
    const arrival = state.arrivals.get(id)
    if (arrival !== undefined && arrival.account === account) return arrival.payment
    return get(state.charges, 'charge', id)
  },
  'GET /v1/setup_intents/:id': ({ state, id }) => get(state.setups, 'setupintent', id),
  'GET /v1/payment_methods/:id': ({ state, id }) => get(state.methods, 'PaymentMethod', id),
  'POST /v1/payment_methods/:id/detach': ({ state, id }) => detachMethod(state, id),
  'POST /v1/refunds': ({ state, params }) => createRefund(state, params),
  'GET /v1/refunds': ({ state, params }) =>
    list(state.refunds, params, ({ payment_intent }) => payment_intent === text(params, 'payment_intent')),
  'GET /v1/refunds/:id': ({ state, id }) => get(state.refunds, 'refund', id),
  'GET /v1/account': ({ state }) => state.platform.account,
  'GET /v1/disputes': ({ state, params }) => list(state.disputes, params, () => true),
  'GET /v1/events': ({ params }) => list(new Map<string, { id: string }>(), params, () => true),
  'GET /v1/payment_methods': ({ state, params }) => list(state.methods, params, () => true),
  'GET /v1/setup_intents': ({ state, params }) => list(state.setups, params, () => true),
  'GET /v1/disputes/:id': ({ state, id }) => get(state.disputes, 'dispute', id),
  'GET /v1/balance': ({ state }) => balance(state),
  'GET /v1/balance_transactions': ({ state, params }) =>
    list(state.transactions, params, ({ created }) => created >= Number(text(params, 'created.gte') ?? 0)),
  'POST /v1/balance_settings': ({ state, account }) => {
    get(state.accounts, 'account', account)
    return settings
  },
  'POST /v1/transfers': ({ state, params }) => createTransfer(state, params),
  'GET /v1/transfers': ({ state, params }) =>
    list(state.transfers, params, ({ transfer_group }) => transfer_group === text(params, 'transfer_group')),
  'GET /v1/transfers/:id': ({ state, id }) => get(state.transfers, 'transfer', id),
  'POST /v1/transfers/:id/reversals': ({ state, id, params }) => createReversal(state, id, params),
  'GET /v1/transfers/:id/reversals': ({ state, id }) => get(state.transfers, 'transfer', id).reversals,
  'POST /v1/payouts': ({ state, account, params }) => createPayout(state, account, params),
  'GET /v1/payouts': ({ state, account, params }) =>
    list(state.payouts, params, ({ id }) => state.payoutAccounts.get(id) === account),
  'GET /v1/payouts/:id': ({ state, id, account }) => {
    if (state.payoutAccounts.get(id) !== account) throw missing('payout', id)
    return get(state.payouts, 'payout', id)
  },
  'POST /v2/core/accounts': ({ state, params }) => createAccount(state, params),
  'GET /v2/core/accounts': ({ state }) => {
    requireConnect(state.platform)
    return listOf([...state.accounts.values()].slice(0, 1))
  },
  'GET /v2/core/event_destinations': ({ state }) => listOf(state.platform.destinations),
  'GET /v2/core/accounts/:id': ({ state, id }) => get(state.accounts, 'account', id),
  'POST /v2/core/account_links': ({ state, params }) => accountLink(state, params),
}

const settings: Stripe.BalanceSettings = {
  object: 'balance_settings',
  payments: {
    debit_negative_balances: null,
    payouts: {
      automatic_transfer_rules_by_currency: null,
      minimum_balance_by_currency: null,
      schedule: { interval: 'manual' },
      statement_descriptor: null,
      status: 'enabled',
    },
    settlement_timing: { delay_days: 2, start_of_day: null },
  },
}

function get<T>(map: ReadonlyMap<string, T>, what: string, id: string): T {
  const found = map.get(id)
  if (found === undefined) throw missing(what, id)
  return found
}

/** Newest first, in pages, as Stripe lists. */
function list<T extends { id: string }>(
  map: ReadonlyMap<string, T>,
  params: Params,
  matches: (item: T) => boolean,
): object {
  const all = [...map.values()].filter(matches).toReversed()
  const after = text(params, 'starting_after')
  const start = after === undefined ? 0 : all.findIndex(({ id }) => id === after) + 1
  const limit = Number(text(params, 'limit') ?? 10)
  return {
    object: 'list',
    url: '/',
    data: all.slice(start, start + limit),
    has_more: start + limit < all.length,
  }
}

function accountLink(state: State, params: Params): Stripe.V2.Core.AccountLink {
  const account = text(params, 'account') ?? ''
  if (!state.accounts.has(account)) throw invalid(`No such account: '${account}'`)
  return {
    object: 'v2.core.account_link',
    account,
    created: state.clock.now().toISOString(),
    expires_at: new Date(state.clock.now().getTime() + 300_000).toISOString(),
    livemode: false,
    url: `https://connect.stripe.test/setup/${account}`,
    use_case: { type: 'account_onboarding' },
  }
}
