import { refused, type Refusal, type RefusalClass, type Refused } from '../refusals.ts'
import { sanitized } from './messages.ts'
import type { StripeError } from './outcomes.ts'

/** The only place that classifies Stripe's refusals of transfers, reversals, payouts and evidence. */

type PayoutCall = 'transfer' | 'reversal' | 'payout'
type RefusedCall = PayoutCall | 'evidence'

/** Unlisted codes require a person. */
const classOfCode: Readonly<Record<string, RefusalClass>> = {
  balance_insufficient: 'retry',
  payouts_limit_exceeded: 'retry',
  instant_payouts_limit_exceeded: 'retry',
  progressive_onboarding_limit_exceeded: 'retry',
  processing_error: 'retry',
  payout_reconciliation_not_ready: 'retry',
  api_key_expired: 'retry',
  platform_api_key_expired: 'retry',
  secret_key_required: 'retry',

  account_closed: 'fail',
  account_invalid: 'fail',
  account_number_invalid: 'fail',
  bank_account_bad_routing_numbers: 'fail',
  bank_account_declined: 'fail',
  bank_account_restricted: 'fail',
  bank_account_unusable: 'fail',
  bank_account_unverified: 'fail',
  bank_account_verification_failed: 'fail',
  capability_not_active: 'fail',
  country_unsupported: 'fail',
  insufficient_capabilities_for_transfer: 'fail',
  no_account: 'fail',
  payouts_not_allowed: 'fail',
  routing_number_invalid: 'fail',
  transfers_not_allowed: 'fail',
}

/** Refusals of the platform key are temporary: the operator can replace it. */
const keyTypes: ReadonlySet<string> = new Set(['StripeAuthenticationError', 'StripePermissionError'])

const shortBalance: Readonly<Record<PayoutCall, string>> = {
  transfer: 'insufficient_platform_balance',
  reversal: 'insufficient_account_balance',
  payout: 'insufficient_account_balance',
}

export function refusedCall(call: RefusedCall, error: StripeError): Refused {
  return refused(refusalOf(call, error))
}

function refusalOf(call: RefusedCall, error: StripeError): Refusal {
  const message = error.message === '' ? 'Stripe gave no reason.' : sanitized(error.message)
  if (error.type === 'StripeIdempotencyError') {
    return { class: 'attention', code: 'idempotency_mismatch', message }
  }
  const code = error.code ?? ''
  const listed = classOfCode[code]
  if (listed === 'fail') return { class: 'fail', code: 'account_not_ready', message }
  if (code === 'balance_insufficient' && call !== 'evidence') {
    return { class: 'retry', code: shortBalance[call], message }
  }
  if (listed === undefined && keyTypes.has(error.type)) {
    // Stripe's message quotes parts of the key.
    return {
      class: 'retry',
      code: 'key_refused',
      message: 'Stripe rejected the API key of this marketplace.',
    }
  }
  return { class: listed ?? 'attention', code: code === '' ? (error.rawType ?? 'refused') : code, message }
}
