import type { RefusalClass } from '../../../../src/money/processor/refusals.ts'

/** Stripe errors that a transfer, reversal or payout can get, by their classification. */
interface RefusalCase {
  readonly status: number
  readonly error: { readonly type: string; readonly code?: string; readonly message: string }
}

function answer(code: string, status = 400, type = 'invalid_request_error'): RefusalCase {
  return { status, error: { type, code, message: `Stripe says ${code}.` } }
}

const uncoded = (status: number, type = 'invalid_request_error'): RefusalCase => ({
  status,
  error: { type, message: `Stripe says no with ${status}.` },
})

export const refusalCases: Readonly<Record<RefusalClass, readonly RefusalCase[]>> = {
  retry: [
    ...[
      'balance_insufficient',
      'payouts_limit_exceeded',
      'instant_payouts_limit_exceeded',
      'progressive_onboarding_limit_exceeded',
      'processing_error',
      'payout_reconciliation_not_ready',
    ].map((code) => answer(code)),
    ...['api_key_expired', 'platform_api_key_expired', 'secret_key_required'].map((code) =>
      answer(code, 401),
    ),
    uncoded(401),
    uncoded(403),
  ],
  fail: [
    'account_closed',
    'account_number_invalid',
    'bank_account_bad_routing_numbers',
    'bank_account_declined',
    'bank_account_restricted',
    'bank_account_unusable',
    'bank_account_unverified',
    'bank_account_verification_failed',
    'capability_not_active',
    'country_unsupported',
    'insufficient_capabilities_for_transfer',
    'no_account',
    'payouts_not_allowed',
    'routing_number_invalid',
    'transfers_not_allowed',
  ]
    .map((code) => answer(code))
    .concat(answer('account_invalid', 403)),
  attention: [
    ...[
      'account_country_invalid_address',
      'account_error_country_change_requires_additional_steps',
      'account_information_mismatch',
      'action_blocked',
      'amount_too_large',
      'amount_too_small',
      'anomalous_money_movement_request',
      'application_fees_not_allowed',
      'approval_required',
      'balance_invalid_parameter',
      'bank_account_exists',
      'clearing_code_unsupported',
      'country_code_invalid',
      'debit_not_authorized',
      'financial_account_balance_does_not_support_currency',
      'financial_account_capability_not_enabled',
      'financial_account_capability_restricted',
      'incorrect_address',
      'instant_payouts_config_disabled',
      'instant_payouts_currency_disabled',
      'instant_payouts_unsupported',
      'insufficient_funds',
      'invalid_characters',
      'livemode_mismatch',
      'not_allowed_on_standard_account',
      'ownership_declaration_not_allowed',
      'parameter_invalid_empty',
      'parameter_invalid_integer',
      'parameter_invalid_string_blank',
      'parameter_invalid_string_empty',
      'parameter_missing',
      'parameter_unknown',
      'parameters_exclusive',
      'platform_account_required',
      'request_blocked',
      'resource_already_exists',
      'state_unsupported',
      'status_transition_invalid',
      'testmode_charges_only',
      'tls_version_unsupported',
      'transfer_source_balance_parameters_mismatch',
      'url_invalid',
      'a_code_that_is_not_on_the_list',
    ].map((code) => answer(code)),
    answer('resource_missing', 404),
    answer('action_blocked', 402, 'api_error'),
    uncoded(400),
    uncoded(402),
    uncoded(404),
    uncoded(400, 'idempotency_error'),
  ],
}

/** Errors that leave the outcome unknown. */
export const unknownCases: readonly RefusalCase[] = [
  answer('idempotency_key_in_use', 409, 'idempotency_error'),
  answer('lock_timeout', 429),
  answer('rate_limit', 429),
  uncoded(409),
  uncoded(424),
  uncoded(429),
  uncoded(500, 'api_error'),
  uncoded(502, 'api_error'),
  uncoded(503, 'api_error'),
  answer('processing_error', 500, 'api_error'),
]
