import type { Stripe } from 'stripe'
import type { TestBank } from '../../src/money/processor/sandbox/instruments.ts'
import { refOf } from '../../src/money/processor/stripe/money.ts'
import { changeBalance, convert, currencyOfCountry, held, requirePayable } from './account-money.ts'
import { invalid, missing, short } from './errors.ts'
import { emit, emitThin } from './events.ts'
import { available, record } from './money.ts'
import { number, text, texts, type Params } from './params.ts'
import { newAccount, newPayout, newReversal, newTransaction, newTransfer } from './payout-objects.ts'
import { newArrival } from './payment-objects.ts'
import { refuseAsPlanned } from './refusals.ts'
import { later, seconds, type State } from './state.ts'

/** POST /v2/core/accounts */
export function createAccount(state: State, params: Params): Stripe.V2.Core.Account {
  const country = text(params, 'identity.country') ?? ''
  const currency = currencyOfCountry(country)
  if (currency === undefined) {
    throw invalid(`Accounts in ${country} cannot be opened by your platform acct_1FakePlatform.`, {
      param: 'identity.country',
    })
  }
  const capabilities = 'configuration.merchant.capabilities.card_payments.requested'
  if (text(params, capabilities) !== 'true' && !state.platform.mayTransferOnly) {
    throw invalid('Your platform needs approval to request `transfers` without `card_payments`.')
  }
  const account = newAccount({
    email: text(params, 'contact_email') ?? '',
    country,
    metadata: texts(params, 'metadata'),
    created: state.clock.now().toISOString(),
  })
  state.accounts.set(account.id, account)
  state.currencies.set(account.id, settlementCurrency(params, currency))
  return account
}

/** The currency of the account's country; another one is refused. */
function settlementCurrency(params: Params, own: string): string {
  const asked = text(params, 'defaults.currency') ?? own
  if (asked !== own) throw invalid(`The account cannot have ${asked} as its default currency.`)
  return own
}

type TransfersStatus = 'active' | 'pending' | 'rejected' | 'restricted'

const statuses = {
  active: 'active',
  pending: 'pending',
  action_required: 'restricted',
  restricted: 'rejected',
  not_started: 'restricted',
} as const

/** What the person's details make of the account. */
export function giveBank(state: State, account: Stripe.V2.Core.Account, bank: TestBank): void {
  state.banks.set(account.id, bank)
  changeAccount(state, account, statuses[bank.account])
  if (bank.accountLater !== undefined) later(state, () => changeAccount(state, account, 'active'))
}

function changeAccount(state: State, account: Stripe.V2.Core.Account, status: TransfersStatus): void {
  const transfers = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
  if (transfers === undefined) throw new Error('an account without the capability')
  transfers.status = status
  transfers.status_details =
    status === 'restricted' ? [{ code: 'requirements_past_due', resolution: 'provide_info' }] : []
  if (status !== 'restricted') account.requirements = { entries: [] }
  emitThin(state, 'v2.core.account[configuration.recipient].capability_status_updated', account.id)
}

/** POST /v1/transfers */
export function createTransfer(state: State, params: Params): Stripe.Transfer {
  const destination = text(params, 'destination') ?? ''
  const account = state.accounts.get(destination)
  if (account === undefined)
    throw invalid(`No such destination: '${destination}'`, { code: 'resource_missing' })
  const transfers = account.configuration?.recipient?.capabilities?.stripe_balance?.stripe_transfers
  if (transfers?.status !== 'active') {
    throw invalid('The account lacks a capability.', { code: 'insufficient_capabilities_for_transfer' })
  }
  const amount = number(params, 'amount')
  const currency = text(params, 'currency') ?? ''
  const metadata = texts(params, 'metadata')
  refuseAsPlanned(state, { step: 'transfer', account: destination, id: metadata['souk_id'] })
  if (available(state, currency) < amount) throw short()
  const transfer = newTransfer({
    amount,
    currency,
    destination,
    group: text(params, 'transfer_group') ?? null,
    metadata,
    created: seconds(state),
  })
  record(state, { amount: -amount, currency, type: 'transfer', category: 'transfer', source: transfer.id })
  transfer.destination_payment = receive(state, transfer, destination)
  state.transfers.set(transfer.id, transfer)
  emit(state, 'transfer.created', transfer)
  return transfer
}

/** The account books a payment in its own currency. */
function receive(state: State, { amount, currency }: Stripe.Transfer, account: string): string {
  const settled = state.currencies.get(account) ?? currency
  const converted = { amount: convert(amount, currency, settled), currency: settled }
  const created = seconds(state)
  const payment = newArrival({ amount, currency, metadata: {}, created })
  const booked = newTransaction({
    ...converted,
    fee: 0,
    type: 'payment',
    category: 'charge',
    source: payment.id,
    created,
    availableOn: created,
  })
  payment.balance_transaction = booked.id
  state.accountTransactions.set(booked.id, booked)
  state.arrivals.set(payment.id, { account, payment })
  changeBalance(state, account, converted)
  return payment.id
}

/** POST /v1/transfers/:id/reversals */
export function createReversal(state: State, id: string, params: Params): Stripe.TransferReversal {
  const transfer = state.transfers.get(id)
  if (transfer === undefined) throw missing('transfer', id)
  const amount = number(params, 'amount')
  if (amount > transfer.amount - transfer.amount_reversed) throw invalid('More than is left of the transfer.')
  const destination = refOf(transfer.destination) ?? ''
  const metadata = texts(params, 'metadata')
  refuseAsPlanned(state, { step: 'reversal', account: destination, id: metadata['souk_id'] })
  const { currency } = transfer
  const settled = state.currencies.get(destination) ?? currency
  const back = { amount: convert(amount, currency, settled), currency: settled }
  if (held(state, destination, settled) < back.amount) throw short()
  const created = seconds(state)
  const reversal = newReversal({
    amount,
    currency,
    transfer: id,
    metadata,
    created,
  })
  record(state, {
    amount,
    currency,
    type: 'transfer_refund',
    category: 'transfer_reversal',
    source: reversal.id,
  })
  changeBalance(state, destination, { ...back, amount: -back.amount })
  transfer.reversals.data.push(reversal)
  transfer.amount_reversed += amount
  transfer.reversed = transfer.amount_reversed === transfer.amount
  emit(state, 'transfer.reversed', transfer)
  return reversal
}

/** POST /v1/payouts inside a connected account */
export function createPayout(state: State, account: string, params: Params): Stripe.Payout {
  const bank = state.banks.get(account)
  const amount = number(params, 'amount')
  if (bank === undefined) throw invalid('The account has no bank.', { code: 'payouts_not_allowed' })
  const currency = text(params, 'currency') ?? ''
  const metadata = texts(params, 'metadata')
  refuseAsPlanned(state, { step: 'payout', account, id: metadata['souk_id'] })
  requirePayable(state, account, amount, currency)
  const payout = newPayout({ amount, currency, metadata, created: seconds(state) })
  changeBalance(state, account, { amount: -amount, currency })
  state.payouts.set(payout.id, payout)
  state.payoutAccounts.set(payout.id, account)
  emit(state, 'payout.created', payout, account)
  later(state, () => arrive(state, payout, account, bank))
  return payout
}

function arrive(state: State, payout: Stripe.Payout, account: string, bank: TestBank): void {
  if (bank.payouts === 'fail' || payout.status === 'paid') {
    payout.status = 'failed'
    payout.failure_code = 'account_closed'
    payout.failure_message = 'The bank account has been closed.'
    changeBalance(state, account, payout)
    emit(state, 'payout.failed', payout, account)
    return
  }
  payout.status = 'paid'
  emit(state, 'payout.paid', payout, account)
  if (bank.payouts === 'return') later(state, () => arrive(state, payout, account, bank))
}
