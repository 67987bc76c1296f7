import type { Stripe } from 'stripe'
import { fakeId } from './state.ts'

export interface NewSession {
  readonly mode: 'payment' | 'setup'
  readonly customer: string
  readonly ourId: string | null
  readonly metadata: Record<string, string>
  readonly amount: number | null
  readonly currency: string
  readonly allowed: string[] | null
  readonly returnUrl: string
  readonly created: number
}

/** What Souk uses nothing of. */
const unused = {
  adaptive_pricing: null,
  after_expiration: null,
  allow_promotion_codes: null,
  billing_address_collection: null,
  client_secret: null,
  collected_information: null,
  consent: null,
  consent_collection: null,
  currency_conversion: null,
  customer_account: null,
  customer_creation: null,
  customer_details: null,
  customer_email: null,
  discounts: null,
  integration_identifier: null,
  invoice: null,
  invoice_creation: null,
  locale: null,
  managed_payments: null,
  origin_context: null,
  payment_link: null,
  payment_method_collection: null,
  payment_method_configuration_details: null,
  payment_method_options: null,
  permissions: null,
  recovered_from: null,
  saved_payment_method_options: null,
  shipping_address_collection: null,
  shipping_cost: null,
  submit_type: null,
  subscription: null,
  total_details: null,
  wallet_options: null,
}

const dayInSeconds = 86_400

export function newSession(from: NewSession): Stripe.Checkout.Session {
  const id = fakeId('cs_test')
  return {
    id,
    object: 'checkout.session',
    ...unused,
    allowed_payment_method_types: from.allowed,
    amount_subtotal: from.amount,
    amount_total: from.amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: from.returnUrl,
    client_reference_id: from.ourId,
    created: from.created,
    currency: from.currency,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: from.customer,
    expires_at: from.created + dayInSeconds,
    livemode: false,
    metadata: from.metadata,
    mode: from.mode,
    payment_intent: null,
    payment_method_types: from.allowed ?? ['card', 'link', 'us_bank_account'],
    payment_status: from.mode === 'setup' ? 'no_payment_required' : 'unpaid',
    setup_intent: null,
    shipping_options: [],
    status: 'open',
    success_url: from.returnUrl,
    ui_mode: 'hosted_page',
    url: `https://checkout.stripe.test/c/pay/${id}`,
  }
}

export function newSetup(session: Stripe.Checkout.Session, created: number): Stripe.SetupIntent {
  return {
    id: fakeId('seti'),
    object: 'setup_intent',
    allowed_payment_method_types: null,
    application: null,
    automatic_payment_methods: null,
    cancellation_reason: null,
    client_secret: null,
    created,
    customer: session.customer,
    description: null,
    excluded_payment_method_types: null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: session.metadata,
    next_action: null,
    on_behalf_of: null,
    payment_method: null,
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    single_use_mandate: null,
    status: 'requires_payment_method',
    usage: 'off_session',
  }
}

export function newCustomer(metadata: Record<string, string>, created: number): Stripe.Customer {
  return {
    id: fakeId('cus'),
    object: 'customer',
    balance: 0,
    created,
    default_source: null,
    description: null,
    email: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    metadata,
    shipping: null,
  }
}
