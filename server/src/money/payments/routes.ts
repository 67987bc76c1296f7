import type { Contract } from 'souk-contract'
import { subscribeToEvents } from '../../events/follow-events.ts'
import type { Tail } from '../../events/tail.ts'
import { activityOf, positionOf } from '../ledger/activity-queries.ts'
import { balancesOf } from '../ledger/queries.ts'
import { live, read, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { ownInvoices } from '../invoices/show-invoices.ts'
import { paymentOfCaller } from './access.ts'
import { bootstrapAuthority } from './bootstrap-authority.ts'
import { fundBalance } from './fund-balance.ts'
import { getTopUp } from './get-top-up.ts'
import { findAuthority } from './queries.ts'
import { removeAuthority } from './remove-authority.ts'
import { startTopUp } from './start-top-up.ts'
import { viewAuthority, viewBalance, viewLine, viewPayment } from './view.ts'
import { searchOf } from './rules.ts'
import { constraintsOf } from './wallet-restrictions.ts'
import { requireCurrency, walletOf } from './wallet.ts'

export const payments = (tail: Tail): Handlers<Contract['payments']> => ({
  ...ownInvoices,
  getBalance: read(async (reader, caller, { currency }) => {
    const wallet = walletOf(reader, caller)
    requireCurrency(reader, currency)
    const balances = await balancesOf(reader, wallet)
    return { balance: viewBalance(balances, wallet.currency, await constraintsOf(reader, wallet, balances)) }
  }),
  listActivity: read(async (reader, caller, { page, kind, from, to, counterparty, q }) => {
    const { book, agentId, currency } = walletOf(reader, caller)
    const filter = {
      counterparty,
      search: q === undefined ? undefined : searchOf(q, currency),
      kinds: kind === undefined ? undefined : [kind],
      from: from === undefined ? undefined : new Date(from),
      to: to === undefined ? undefined : new Date(to),
    }
    const lines = await activityOf(reader, { book, wallet: agentId }, filter, page)
    return pageOf(lines, page, viewLine, positionOf)
  }),
  streamPayments: live({
    authorize: async (reader, caller) => walletOf(reader, caller),
    // Only announces changes of the wallet; clients re-read it.
    open: async (store, { agentId }, _input, listening) =>
      subscribeToEvents(store, tail, { agentId, kinds: ['payments.changed'] }, listening),
  }),
  fundBalance,
  startTopUp,
  getTopUp,
  bootstrapAuthority,
  getAuthority: read(async (reader, caller) => ({
    authority: viewAuthority(await findAuthority(reader, walletOf(reader, caller).agentId)),
  })),
  removeAuthority,
  getPayment: read(async (reader, caller, { paymentId }) => ({
    payment: viewPayment(await paymentOfCaller(reader, caller, paymentId)),
  })),
})
