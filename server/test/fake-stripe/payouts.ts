import type { Stripe } from 'stripe'
import type { TestBank } from '../../src/ports/processor/sandbox/instruments.ts'
import { refOf } from '../../src/ports/processor/stripe/money.ts'
import { invalid, missing, short } from './errors.ts'
import { emit, emitThin } from './events.ts'
import { available, record } from './money.ts'
import { number, text, texts, type Params } from './params.ts'
import { newAccount, newPayout, newReversal, newTransfer } from './payout-objects.ts'
import { later, seconds, type State } from './state.ts'

/** POST /v2/core/accounts */
export function createAccount(state: State, params: Params): Stripe.V2.Core.Account {
  const country = text(params, 'identity.country') ?? ''
  if (!countries.has(country)) {
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
  state.balances.set(account.id, 0)
  return account
}

const countries = new Set(['DE', 'FR', 'GB', 'US'])

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
  if (available(state, currency) < amount) throw short()
  const transfer = newTransfer({
    amount,
    currency,
    destination,
    group: text(params, 'transfer_group') ?? null,
    metadata: texts(params, 'metadata'),
    created: seconds(state),
  })
  record(state, { amount: -amount, currency, type: 'transfer', category: 'transfer', source: transfer.id })
  changeBalance(state, destination, amount)
  state.transfers.set(transfer.id, transfer)
  emit(state, 'transfer.created', transfer)
  return transfer
}

/** POST /v1/transfers/:id/reversals */
export function createReversal(state: State, id: string, params: Params): Stripe.TransferReversal {
  const transfer = state.transfers.get(id)
  if (transfer === undefined) throw missing('transfer', id)
  const amount = number(params, 'amount')
  if (amount > transfer.amount - transfer.amount_reversed) throw invalid('More than is left of the transfer.')
  const destination = refOf(transfer.destination) ?? ''
  if ((state.balances.get(destination) ?? 0) < amount) throw short()
  const { currency } = transfer
  const created = seconds(state)
  const reversal = newReversal({
    amount,
    currency,
    transfer: id,
    metadata: texts(params, 'metadata'),
    created,
  })
  record(state, {
    amount,
    currency,
    type: 'transfer_refund',
    category: 'transfer_reversal',
    source: reversal.id,
  })
  changeBalance(state, destination, -amount)
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
  if ((state.balances.get(account) ?? 0) < amount) throw short()
  const currency = text(params, 'currency') ?? ''
  const payout = newPayout({ amount, currency, metadata: texts(params, 'metadata'), created: seconds(state) })
  changeBalance(state, account, -amount)
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
    changeBalance(state, account, payout.amount)
    emit(state, 'payout.failed', payout, account)
    return
  }
  payout.status = 'paid'
  emit(state, 'payout.paid', payout, account)
  if (bank.payouts === 'return') later(state, () => arrive(state, payout, account, bank))
}

function changeBalance(state: State, account: string, change: number): void {
  state.balances.set(account, (state.balances.get(account) ?? 0) + change)
}
