/** Test cards and bank accounts of the sandbox and their behavior. Real ones are never accepted. */
import type { Refusal } from '../refusals.ts'
import type { DeclineCode, PayoutAccountSnapshot } from '../snapshots.ts'

export type CardUse = 'checkout' | 'setup' | 'off-session'

/** `appeal` reopens a lost dispute. */
type DisputeStep = 'won' | 'lost' | 'appeal'

export interface TestCard {
  readonly number: string
  readonly brand: string
  /** Description on the hosted pages and in docs/payments.md. */
  readonly description: string
  readonly refuses: Partial<Record<CardUse, DeclineCode>>
  /** The cardholder must authenticate first. */
  readonly authenticates?: true
  readonly settlesImmediately?: true
  /** Every payment is disputed; then these steps follow. A dispute left open is lost after a week. */
  readonly disputes?: readonly DisputeStep[]
  readonly refundsFail?: true
}

const always = (code: DeclineCode) => ({ checkout: code, setup: code, 'off-session': code })

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', description: 'Succeeds.', refuses: {} },
  {
    number: '4000000000000077',
    brand: 'visa',
    description: 'Succeeds, and the money is available immediately.',
    refuses: {},
    settlesImmediately: true,
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    description: 'Requires authentication by the cardholder, so off-session charges fail.',
    refuses: { 'off-session': 'authentication_required' },
    authenticates: true,
  },
  {
    number: '4000000000000002',
    brand: 'visa',
    description: 'Is declined.',
    refuses: always('card_declined'),
  },
  {
    number: '4000000000009995',
    brand: 'visa',
    description: 'Is declined for insufficient funds.',
    refuses: always('insufficient_funds'),
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    description: 'Can be saved; every charge is declined.',
    refuses: { checkout: 'card_declined', 'off-session': 'card_declined' },
  },
  {
    number: '4000000000000259',
    brand: 'visa',
    description:
      'Succeeds, and the cardholder disputes the payment five seconds later; without evidence, the dispute is lost after seven days.',
    refuses: {},
    disputes: [],
  },
  {
    number: '4000000000100259',
    brand: 'visa',
    description: 'The same, but evidence is submitted, and the dispute is won five seconds later.',
    refuses: {},
    disputes: ['won'],
  },
  {
    number: '4000000000200259',
    brand: 'visa',
    description: 'The same, but the evidence is rejected, and the dispute is lost five seconds later.',
    refuses: {},
    disputes: ['lost'],
  },
  {
    number: '4000000000300259',
    brand: 'visa',
    description: 'The same, but the loss is appealed and the appeal is won; each step takes five seconds.',
    refuses: {},
    disputes: ['lost', 'appeal', 'won'],
  },
  {
    number: '4000000000400259',
    brand: 'visa',
    description: 'The same, but the loss is appealed and the appeal is lost; each step takes five seconds.',
    refuses: {},
    disputes: ['lost', 'appeal', 'lost'],
  },
  {
    number: '4000000000005126',
    brand: 'visa',
    description: 'Succeeds; refunds fail.',
    refuses: {},
    refundsFail: true,
  },
]

export interface TestBank {
  readonly name: string
  readonly description: string
  /** Account status after onboarding with this bank, and after five seconds. */
  readonly account: PayoutAccountSnapshot['status']
  readonly accountLater?: PayoutAccountSnapshot['status']
  readonly payouts: 'arrive' | 'fail' | 'return'
  /** Refuses the first attempts at one payout step. */
  readonly stops?: { readonly step: StoppedStep; readonly attempts: number; readonly refusal: Refusal }
}

export type StoppedStep = 'transfer' | 'payout' | 'reversal'

export const testBanks: readonly TestBank[] = [
  { name: 'sandbox_bank_ok', description: 'Receives payouts.', account: 'active', payouts: 'arrive' },
  { name: 'sandbox_bank_fail', description: 'Refuses every payout.', account: 'active', payouts: 'fail' },
  {
    name: 'sandbox_bank_return',
    description: 'Receives a payout, then returns it.',
    account: 'active',
    payouts: 'return',
  },
  {
    name: 'sandbox_bank_review',
    description: 'Is under review for five seconds, then receives payouts.',
    account: 'pending',
    accountLater: 'active',
    payouts: 'arrive',
  },
  {
    name: 'sandbox_bank_incomplete',
    description: 'Has missing details, so that more information is required.',
    account: 'action_required',
    payouts: 'arrive',
  },
  {
    name: 'sandbox_bank_refused',
    description: 'Is rejected.',
    account: 'restricted',
    payouts: 'arrive',
  },
  {
    name: 'sandbox_bank_limit',
    description: 'Has reached its limit: refuses a payout twice, then accepts it.',
    account: 'active',
    payouts: 'arrive',
    stops: {
      step: 'payout',
      attempts: 2,
      refusal: {
        class: 'retry',
        code: 'payouts_limit_exceeded',
        message: 'The payouts of today have reached the limit of the account.',
      },
    },
  },
  {
    name: 'sandbox_bank_stop',
    description: 'Stops a payout before the bank until a person retries it or pays it back.',
    account: 'active',
    payouts: 'arrive',
    stops: {
      step: 'payout',
      attempts: 1,
      refusal: {
        class: 'attention',
        code: 'action_blocked',
        message: 'The payout was stopped for a review of the bank account.',
      },
    },
  },
  {
    name: 'sandbox_bank_hold',
    description: 'Stops a payout before the transfer until a person retries or cancels it.',
    account: 'active',
    payouts: 'arrive',
    stops: {
      step: 'transfer',
      attempts: 1,
      refusal: {
        class: 'attention',
        code: 'action_blocked',
        message: 'The transfer was stopped for a review of the account.',
      },
    },
  },
  {
    name: 'sandbox_bank_stuck',
    description: 'Refuses every payout, and stops the reversal until a person retries it.',
    account: 'active',
    payouts: 'fail',
    stops: {
      step: 'reversal',
      attempts: 1,
      refusal: {
        class: 'attention',
        code: 'action_blocked',
        message: 'The reversal was stopped for a review of the account.',
      },
    },
  },
]

/** An unassigned country code, for which account creation is refused. */
export const refusedCountry = 'ZZ'

export function findCard(number: string): TestCard | undefined {
  const digits = number.replaceAll(/[\s-]/g, '')
  return testCards.find((card) => card.number === digits)
}

export function findBank(name: string): TestBank | undefined {
  return testBanks.find((bank) => bank.name === name.trim())
}
