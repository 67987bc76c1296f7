import type { Stripe } from 'stripe'
import type { TestCard } from '../../src/money/processor/sandbox/instruments.ts'
import { fakeId } from './state.ts'

/** New objects around a payment, complete as the SDK's types demand, so that tsc checks them on every update. */

export interface NewIntent {
  readonly amount: number
  readonly currency: string
  readonly customer: string
  readonly method: string | null
  readonly metadata: Record<string, string>
  readonly created: number
}

export function newIntent(from: NewIntent): Stripe.PaymentIntent {
  const id = fakeId('pi')
  return {
    id,
    object: 'payment_intent',
    allowed_payment_method_types: null,
    amount: from.amount,
    amount_capturable: 0,
    amount_received: 0,
    application: null,
    application_fee_amount: null,
    automatic_payment_methods: null,
    canceled_at: null,
    cancellation_reason: null,
    capture_method: 'automatic_async',
    client_secret: `${id}_secret_x`,
    confirmation_method: 'automatic',
    created: from.created,
    currency: from.currency,
    customer: from.customer,
    customer_account: null,
    description: null,
    excluded_payment_method_types: null,
    last_payment_error: null,
    latest_charge: null,
    livemode: false,
    managed_payments: null,
    metadata: from.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: from.method,
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card'],
    payment_record: null,
    processing: null,
    receipt_email: null,
    review: null,
    setup_future_usage: null,
    shipping: null,
    source: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'requires_confirmation',
    transfer_group: null,
  }
}

export function newCharge(intent: Stripe.PaymentIntent, created: number): Stripe.Charge {
  return {
    id: fakeId('ch'),
    object: 'charge',
    amount: intent.amount,
    amount_captured: intent.amount,
    amount_refunded: 0,
    application: null,
    application_fee: null,
    application_fee_amount: null,
    balance_transaction: null,
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    calculated_statement_descriptor: 'SOUK',
    captured: true,
    created,
    currency: intent.currency,
    customer: intent.customer,
    description: null,
    disputed: false,
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    fraud_details: null,
    livemode: false,
    metadata: intent.metadata,
    on_behalf_of: null,
    outcome: null,
    paid: true,
    payment_intent: intent.id,
    payment_method: typeof intent.payment_method === 'string' ? intent.payment_method : null,
    payment_method_details: null,
    receipt_email: null,
    receipt_number: null,
    receipt_url: null,
    refunded: false,
    review: null,
    shipping: null,
    source: null,
    source_transfer: null,
    statement_descriptor: null,
    statement_descriptor_suffix: null,
    status: 'succeeded',
    transfer_data: null,
    transfer_group: null,
  }
}

/** What a transfer becomes in the account that receives it. */
export function newArrival(
  from: Pick<NewIntent, 'amount' | 'currency' | 'metadata' | 'created'>,
): Stripe.Charge {
  const intent = newIntent({ ...from, customer: '', method: null })
  return { ...newCharge(intent, from.created), id: fakeId('py'), customer: null, payment_intent: null }
}

export function newMethod(card: TestCard, customer: string | null, created: number): Stripe.PaymentMethod {
  return {
    id: fakeId('pm'),
    object: 'payment_method',
    billing_details: { address: null, email: null, name: null, phone: null, tax_id: null },
    card: {
      brand: card.brand,
      checks: null,
      country: 'US',
      display_brand: card.brand,
      exp_month: 12,
      exp_year: 2034,
      fingerprint: `fp${card.number.slice(-8)}`,
      funding: 'credit',
      generated_from: null,
      last4: card.number.slice(-4),
      networks: null,
      regulated_status: null,
      three_d_secure_usage: null,
      wallet: null,
    },
    created,
    customer,
    customer_account: null,
    livemode: false,
    metadata: {},
    type: 'card',
  }
}

export function newRefund(from: {
  intent: Stripe.PaymentIntent
  amount: number
  metadata: Record<string, string>
  created: number
}): Stripe.Refund {
  return {
    id: fakeId('re'),
    object: 'refund',
    amount: from.amount,
    balance_transaction: null,
    charge: from.intent.latest_charge,
    created: from.created,
    currency: from.intent.currency,
    customer: from.intent.customer,
    customer_account: null,
    metadata: from.metadata,
    payment_intent: from.intent.id,
    payment_method: from.intent.payment_method,
    reason: null,
    receipt_number: null,
    source_transfer_reversal: null,
    status: 'pending',
    transfer_reversal: null,
  }
}
