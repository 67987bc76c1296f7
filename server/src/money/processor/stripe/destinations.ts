/** The event destinations that Stripe needs. Each sends either snapshot or thin events, from one kind of account. */
export interface Destination {
  readonly name: string
  /** Below BASE_URL. */
  readonly path: string
  /** Value in Stripe's API, and label in its dashboard. */
  readonly from: '@self' | '@accounts'
  readonly fromWords: 'Your account' | 'Connected and v2 accounts'
  readonly payload: 'snapshot' | 'thin'
  readonly events: readonly string[]
}

export const destinations: readonly Destination[] = [
  {
    name: 'account',
    path: '/api/webhooks/stripe',
    from: '@self',
    fromWords: 'Your account',
    payload: 'snapshot',
    events: [
      'balance.available',
      'charge.dispute.closed',
      'charge.dispute.created',
      'charge.dispute.funds_reinstated',
      'charge.dispute.funds_withdrawn',
      'charge.dispute.updated',
      'charge.refunded',
      'charge.updated',
      'checkout.session.async_payment_failed',
      'checkout.session.async_payment_succeeded',
      'checkout.session.completed',
      'checkout.session.expired',
      'payment_intent.canceled',
      'payment_intent.payment_failed',
      'payment_intent.processing',
      'payment_intent.succeeded',
      'payment_method.automatically_updated',
      'payment_method.detached',
      'payment_method.updated',
      'radar.early_fraud_warning.created',
      'refund.created',
      'refund.failed',
      'refund.updated',
      'setup_intent.canceled',
      'setup_intent.setup_failed',
      'setup_intent.succeeded',
      'transfer.created',
      'transfer.reversed',
      'transfer.updated',
    ],
  },
  {
    name: 'connected accounts',
    path: '/api/webhooks/stripe/connect',
    from: '@accounts',
    fromWords: 'Connected and v2 accounts',
    payload: 'snapshot',
    events: [
      'account.application.deauthorized',
      'account.external_account.created',
      'account.external_account.deleted',
      'account.external_account.updated',
      'account.updated',
      'payout.canceled',
      'payout.created',
      'payout.failed',
      'payout.paid',
      'payout.updated',
    ],
  },
  {
    name: 'accounts v2',
    path: '/api/webhooks/stripe/thin',
    from: '@accounts',
    fromWords: 'Connected and v2 accounts',
    payload: 'thin',
    events: [
      'v2.core.account.closed',
      'v2.core.account[configuration.merchant].capability_status_updated',
      'v2.core.account[configuration.recipient].capability_status_updated',
      'v2.core.account[requirements].updated',
    ],
  },
]
