import type { Stripe } from 'stripe'

/** Required key permissions as the Stripe dashboard names them, with a read that tests each. */
interface Permission {
  /** Group and resource on the page for restricted keys. */
  readonly group: 'Core' | 'Checkout' | 'Connect' | 'Webhook'
  readonly resource: string
  readonly right: 'Read' | 'Write'
  readonly read: (stripe: Stripe) => Promise<unknown>
}

const first = { limit: 1 }

export const permissions: readonly Permission[] = [
  { group: 'Core', resource: 'Balance', right: 'Read', read: (stripe) => stripe.balance.retrieve() },
  {
    group: 'Core',
    resource: 'Balance transaction sources',
    right: 'Read',
    read: (stripe) => stripe.balanceTransactions.list(first),
  },
  {
    group: 'Core',
    resource: 'Charges and Refunds',
    right: 'Write',
    read: (stripe) => stripe.refunds.list(first),
  },
  { group: 'Core', resource: 'Customers', right: 'Write', read: (stripe) => stripe.customers.list(first) },
  { group: 'Core', resource: 'Disputes', right: 'Write', read: (stripe) => stripe.disputes.list(first) },
  { group: 'Core', resource: 'Events', right: 'Read', read: (stripe) => stripe.events.list(first) },
  {
    group: 'Core',
    resource: 'PaymentIntents',
    right: 'Write',
    read: (stripe) => stripe.paymentIntents.list(first),
  },
  {
    group: 'Core',
    resource: 'PaymentMethods',
    right: 'Write',
    read: (stripe) => stripe.paymentMethods.list(first),
  },
  { group: 'Core', resource: 'Payouts', right: 'Write', read: (stripe) => stripe.payouts.list(first) },
  {
    group: 'Core',
    resource: 'SetupIntents',
    right: 'Write',
    read: (stripe) => stripe.setupIntents.list(first),
  },
  {
    group: 'Checkout',
    resource: 'Checkout Sessions',
    right: 'Write',
    read: (stripe) => stripe.checkout.sessions.list(first),
  },
  {
    group: 'Connect',
    resource: 'Accounts',
    right: 'Write',
    read: (stripe) => stripe.v2.core.accounts.list(first),
  },
  { group: 'Connect', resource: 'Transfers', right: 'Write', read: (stripe) => stripe.transfers.list(first) },
  {
    group: 'Webhook',
    resource: 'Event destinations',
    right: 'Read',
    read: (stripe) => stripe.v2.core.eventDestinations.list(first),
  },
]

/** Permissions that no read can test. */
export const untriedPermissions = [
  { group: 'Connect', resource: 'Account Links', right: 'Write' },
  { group: 'Connect', resource: 'Balance settings', right: 'Write' },
] as const
