import type { Stripe } from 'stripe'
import { fakeId } from './state.ts'

interface New {
  readonly amount: number
  readonly currency: string
  readonly metadata: Record<string, string>
  readonly created: number
}

export function newTransfer(from: New & { destination: string; group: string | null }): Stripe.Transfer {
  const id = fakeId('tr')
  return {
    id,
    object: 'transfer',
    amount: from.amount,
    amount_reversed: 0,
    balance_transaction: null,
    created: from.created,
    currency: from.currency,
    description: null,
    destination: from.destination,
    livemode: false,
    metadata: from.metadata,
    reversals: { object: 'list', data: [], has_more: false, url: `/v1/transfers/${id}/reversals` },
    reversed: false,
    source_transaction: null,
    transfer_group: from.group,
  }
}

export function newReversal(from: New & { transfer: string }): Stripe.TransferReversal {
  return {
    id: fakeId('trr'),
    object: 'transfer_reversal',
    amount: from.amount,
    balance_transaction: null,
    created: from.created,
    currency: from.currency,
    destination_payment_refund: null,
    metadata: from.metadata,
    source_refund: null,
    transfer: from.transfer,
  }
}

export function newPayout(from: New): Stripe.Payout {
  return {
    id: fakeId('po'),
    object: 'payout',
    amount: from.amount,
    application_fee: null,
    application_fee_amount: null,
    arrival_date: from.created,
    automatic: false,
    balance_transaction: null,
    created: from.created,
    currency: from.currency,
    description: null,
    destination: fakeId('ba'),
    failure_balance_transaction: null,
    failure_code: null,
    failure_message: null,
    livemode: false,
    metadata: from.metadata,
    method: 'standard',
    original_payout: null,
    payout_method: null,
    reconciliation_status: 'not_applicable',
    reversed_by: null,
    source_type: 'card',
    statement_descriptor: null,
    status: 'pending',
    trace_id: null,
    type: 'bank_account',
  }
}

export function newTransaction(from: {
  amount: number
  fee: number
  currency: string
  type: Stripe.BalanceTransaction.Type
  category: string
  source: string
  created: number
  availableOn: number
}): Stripe.BalanceTransaction {
  return {
    id: fakeId('txn'),
    object: 'balance_transaction',
    amount: from.amount,
    available_on: from.availableOn,
    balance_type: 'payments',
    created: from.created,
    currency: from.currency,
    description: null,
    exchange_rate: null,
    fee: from.fee,
    fee_details: [],
    net: from.amount - from.fee,
    reporting_category: from.category,
    source: from.source,
    status: 'available',
    type: from.type,
  }
}

export function newDispute(charge: Stripe.Charge, created: number): Stripe.Dispute {
  return {
    id: fakeId('du'),
    object: 'dispute',
    amount: charge.amount - charge.amount_refunded,
    balance_transactions: [],
    charge: charge.id,
    created,
    currency: charge.currency,
    enhanced_eligibility_types: [],
    evidence: { ...emptyEvidence },
    evidence_details: {
      due_by: created + 604_800,
      enhanced_eligibility: {},
      has_evidence: false,
      past_due: false,
      submission_count: 0,
      submission_method: 'not_submitted',
    },
    intended_submission_method: null,
    is_charge_refundable: false,
    livemode: false,
    metadata: {},
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
  }
}

const emptyEvidence: Stripe.Dispute.Evidence = {
  access_activity_log: null,
  appeal: null,
  billing_address: null,
  cancellation_policy: null,
  cancellation_policy_disclosure: null,
  cancellation_rebuttal: null,
  customer_communication: null,
  customer_email_address: null,
  customer_name: null,
  customer_purchase_ip: null,
  customer_signature: null,
  duplicate_charge_documentation: null,
  duplicate_charge_explanation: null,
  duplicate_charge_id: null,
  enhanced_evidence: {},
  product_description: null,
  receipt: null,
  refund_policy: null,
  refund_policy_disclosure: null,
  refund_refusal_explanation: null,
  service_date: null,
  service_documentation: null,
  shipping_address: null,
  shipping_carrier: null,
  shipping_date: null,
  shipping_documentation: null,
  shipping_tracking_number: null,
  uncategorized_file: null,
  uncategorized_text: null,
}

export function newAccount(from: {
  email: string
  country: string
  metadata: Record<string, string>
  created: string
}): Stripe.V2.Core.Account {
  return {
    id: fakeId('acct'),
    object: 'v2.core.account',
    applied_configurations: ['recipient'],
    configuration: {
      recipient: {
        applied: true,
        capabilities: {
          stripe_balance: {
            stripe_transfers: {
              status: 'restricted',
              status_details: [{ code: 'requirements_past_due', resolution: 'provide_info' }],
            },
          },
        },
      },
    },
    contact_email: from.email,
    created: from.created,
    dashboard: 'express',
    identity: { country: from.country },
    livemode: false,
    metadata: from.metadata,
    requirements: {
      entries: [
        {
          awaiting_action_from: 'user',
          description: 'external_account',
          errors: [],
          impact: {},
          minimum_deadline: { status: 'past_due' },
          requested_reasons: [],
        },
      ],
    },
  }
}
