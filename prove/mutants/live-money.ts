import type { Mutant } from './mutant.ts'

const stripe = 'server/src/money/processor/stripe'
const currencies = 'contract/src/money/currencies.ts'
const moneyTests = ['contract/src/money/money.test.ts', 'server/test/money/currencies.test.ts']
const refused = ['server/test/money/payouts-refused.test.ts', 'server/test/money/payouts-attention.test.ts']

/** Defects that only real money would have shown: refusals, currencies, providers abroad, onboarding, appeals. */
export const liveMoneyMutants: readonly Mutant[] = [
  {
    name: 'unlisted-refusal-retried',
    breaks: 'A payout that Stripe refuses with an unlisted code is retried and never needs attention.',
    file: `${stripe}/refusals.ts`,
    find: "return { class: listed ?? 'attention',",
    replace: "return { class: listed ?? 'retry',",
    tests: ['server/test/money/processor/stripe-refusals.test.ts', ...refused],
  },
  {
    name: 'refusal-retried-forever',
    breaks: 'A step that is refused for days is retried without end.',
    file: 'server/src/money/payouts/rules.ts',
    find: "if (retriedMs >= (retryableMs[code] ?? retryableMsDefault)) return { next: 'stop' }",
    replace: 'void [retriedMs, retryableMs[code], retryableMsDefault]',
    tests: ['server/src/money/payouts/rules.test.ts', ...refused],
  },
  {
    name: 'huf-without-decimals',
    breaks: 'Forints have no decimals, so Stripe charges a hundredth.',
    file: currencies,
    find: 'HNL HTG HUF IDR',
    replace: 'HNL HTG IDR',
    tests: moneyTests,
  },
  {
    name: 'isk-fractions-accepted',
    breaks: 'Amounts in krónur may have fractions, which Stripe refuses.',
    file: currencies,
    find: 'ISK: { chargeStep: 100, payoutStep: 100 },',
    replace: 'ISK: {},',
    tests: moneyTests,
  },
  {
    name: 'unknown-currency-accepted',
    breaks: 'CURRENCY accepts any three letters.',
    file: currencies,
    find: 'return table.has(code)',
    replace: 'return table.size > 0 && /^[A-Z]{3}$/.test(code)',
    tests: moneyTests,
  },
  {
    name: 'payout-in-platform-currency',
    breaks:
      'A bank abroad gets the amount of the marketplace, in its currency, instead of the settled amount.',
    file: 'server/src/money/payouts/bank-amount.ts',
    find: 'const amount = { ...settled, amount: payablePart(settled) }',
    replace: 'const amount = { currency: payout.currency, amount: payablePart(payout) }',
    tests: refused,
  },
  {
    name: 'transfers-requested-alone',
    breaks: 'Onboarding requests transfers without card payments, which Stripe refuses to a new platform.',
    file: `${stripe}/accounts.ts`,
    find: "'card-payments': { recipient, merchant: { capabilities: { card_payments: requested } } },",
    replace: "'card-payments': { recipient },",
    tests: ['server/test/money/onboarding-stripe.test.ts'],
  },
  {
    name: 'country-cannot-be-corrected',
    breaks: 'After a refused country the next one is sent with the same idempotency key.',
    file: 'server/src/money/payouts/start-onboarding.ts',
    find: 'const next = accountRef === undefined ? attempt + 1 : attempt',
    replace: 'const next = attempt',
    tests: ['server/test/money/onboarding-stripe.test.ts'],
  },
  {
    name: 'destination-payload-ignored',
    breaks: 'The doctor accepts an event destination that sends the wrong kind of payload.',
    file: `${stripe}/diagnose.ts`,
    find: 'one.url === url && one.payload === expected.payload',
    replace: 'one.url === url',
    tests: [`${stripe}/diagnose.test.ts`, 'server/test/money/processor/doctor-stripe.test.ts'],
  },
  {
    name: 'restricted-payouts-payable',
    breaks: 'An account whose payouts are restricted counts as active.',
    file: `${stripe}/account-status.ts`,
    find: '    balance?.payouts,\n',
    replace: '',
    tests: [`${stripe}/account-status.test.ts`],
  },
  {
    name: 'unknown-status-active',
    breaks: 'A capability with an unknown status counts as active.',
    file: `${stripe}/account-status.ts`,
    find: "statuses.get(status ?? '') ?? 'pending'",
    replace: "statuses.get(status ?? '') ?? 'active'",
    tests: [`${stripe}/account-status.test.ts`],
  },
  {
    name: 'appeals-ignored',
    breaks: 'A lost chargeback under appeal stays lost.',
    file: `${stripe}/disputes.ts`,
    find: "if (appealed.has(status)) return 'open'",
    replace: "if (appealed.has(status)) return 'none'",
    tests: ['server/test/money/processor/processor-stripe.test.ts'],
  },
  {
    name: 'checkout-allows-all-methods',
    breaks: 'Checkout offers payment methods that settle late or cannot be charged again.',
    file: `${stripe}/sessions.ts`,
    find: "const cardsOnly = { allowed_payment_method_types: ['card' as const] }",
    replace: 'const cardsOnly = {}',
    tests: ['server/test/money/processor/processor-stripe.test.ts'],
  },
  {
    name: 'untried-payment-declined',
    breaks: 'A payment that was not tried yet counts as declined.',
    file: `${stripe}/payments.ts`,
    find: "const untried = hasValue(intent.last_payment_error) ? 'failed' : 'open'",
    replace: "const untried = intent.last_payment_error === null ? 'open' : 'failed'",
    tests: ['server/test/money/processor/processor-stripe.test.ts'],
  },
  {
    name: 'earnings-of-chargeback-payable',
    breaks: 'Earnings from a client with an open chargeback can be paid out.',
    file: 'server/src/money/payments/apply/earnings-holds.ts',
    find: "if (await hasOpenChargeback(tx, client.agentId)) return 'open'",
    replace: "if (await hasOpenChargeback(tx, client.agentId)) return 'none'",
    tests: ['server/test/money/earnings-holds.test.ts'],
  },
  {
    name: 'paid-earnings-not-held',
    breaks: 'A chargeback that opens after the work was paid holds none of the earnings.',
    file: 'server/src/money/payments/apply/earnings-holds.ts',
    find: 'if (owed <= waiting) return',
    replace: 'if (owed >= waiting) return',
    tests: ['server/test/money/earnings-holds.test.ts'],
  },
]
