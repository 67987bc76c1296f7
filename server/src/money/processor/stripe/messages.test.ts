import { describe, expect, it } from 'vitest'
import { sanitized } from './messages.ts'

describe('sanitized', () => {
  it.each([
    [
      "The provided key 'rk_test_****qs8Kgd' lacks 'rak_accounts_kyc_basic_read' on account 'acct_1PJBLEBBLEfV'.",
      "The provided key '[key]' lacks 'rak_accounts_kyc_basic_read' on account '[id]'.",
    ],
    [
      'Approval is needed for `transfers` without `card_payments`: https://support.stripe.com/contact.',
      'Approval is needed for `transfers` without `card_payments`: https://support.stripe.com/contact.',
    ],
    ["No such customer: 'cus_Nff3xS0rL2'", "No such customer: '[id]'"],
    ['Session cs_test_a1B2c3D4e5 of ada@example.com\n(req_9aBcDeFgHi)', 'Session [id] of [email] ([id])'],
    ['sk_live_51Abcdefghijk and whsec_abcdefgh', '[key] and [key]'],
  ])('sanitizes %j to %j', (message, shown) => {
    expect(sanitized(message)).toBe(shown)
  })

  it('truncates long messages', () => {
    expect(sanitized('word '.repeat(200))).toHaveLength(300)
  })
})
