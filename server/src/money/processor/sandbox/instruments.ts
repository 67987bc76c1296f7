import { rulesOf } from 'souk-contract'
import type { Refusal } from '../refusals.ts'
import type { DeclineCode, Money, PayoutAccountSnapshot } from '../snapshots.ts'

/** Test cards and bank accounts of the sandbox and their behavior. Real ones are never accepted. */

export type Occasion = 'checkout' | 'setup' | 'away'

/** `appeal` reopens a lost dispute. */
type DisputeStep = 'won' | 'lost' | 'appeal'

export interface TestCard {
  readonly number: string
  readonly brand: string
  /** Description on the hosted pages and in docs/payments.md. */
  readonly says: string
  readonly refuses: Partial<Record<Occasion, DeclineCode>>
  /** The cardholder must authenticate first. */
  readonly authenticates?: true
  readonly settlesAtOnce?: true
  /** Every payment is disputed; then these steps follow. A dispute left open is lost after a week. */
  readonly disputes?: readonly DisputeStep[]
  readonly refundsFail?: true
}

const always = (code: DeclineCode) => ({ checkout: code, setup: code, away: code })

export const testCards: readonly TestCard[] = [
  { number: '4242424242424242', brand: 'visa', says: 'Pays.', refuses: {} },
  {
    number: '4000000000000077',
    brand: 'visa',
    says: 'Pays, and the money is available immediately.',
    refuses: {},
    settlesAtOnce: true,
  },
  {
    number: '4000002500003155',
    brand: 'visa',
    says: 'Asks its owner to confirm, so it cannot be charged while they are away.',
    refuses: { away: 'authentication_required' },
    authenticates: true,
  },
  { number: '4000000000000002', brand: 'visa', says: 'Is declined.', refuses: always('card_declined') },
  {
    number: '4000000000009995',
    brand: 'visa',
    says: 'Is declined for lack of funds.',
    refuses: always('insufficient_funds'),
  },
  {
    number: '4000000000000341',
    brand: 'visa',
    says: 'Can be saved, and is declined whenever it is charged.',
    refuses: { checkout: 'card_declined', away: 'card_declined' },
  },
  {
    number: '4000000000000259',
    brand: 'visa',
    says: 'Pays, and five seconds later its owner disputes the payment; without evidence that is lost after seven days.',
    refuses: {},
    disputes: [],
  },
  {
    number: '4000000000100259',
    brand: 'visa',
    says: 'The same, but evidence is handed in, and five seconds later the dispute is won.',
    refuses: {},
    disputes: ['won'],
  },
  {
    number: '4000000000200259',
    brand: 'visa',
    says: 'The same, but the evidence does not convince, and five seconds later the dispute is lost.',
    refuses: {},
    disputes: ['lost'],
  },
  {
    number: '4000000000300259',
    brand: 'visa',
    says: 'The same, but the loss is appealed, and the appeal is won; each step takes five seconds.',
    refuses: {},
    disputes: ['lost', 'appeal', 'won'],
  },
  {
    number: '4000000000400259',
    brand: 'visa',
    says: 'The same, but the loss is appealed, and the appeal is lost; each step takes five seconds.',
    refuses: {},
    disputes: ['lost', 'appeal', 'lost'],
  },
  {
    number: '4000000000005126',
    brand: 'visa',
    says: 'Pays, and its refunds fail.',
    refuses: {},
    refundsFail: true,
  },
]

export interface TestBank {
  readonly name: string
  readonly says: string
  /** Account status after onboarding with this bank, and after five seconds. */
  readonly account: PayoutAccountSnapshot['status']
  readonly accountLater?: PayoutAccountSnapshot['status']
  readonly payouts: 'arrive' | 'fail' | 'return'
  /** Refuses the first attempts at one payout step. */
  readonly stops?: { readonly step: StoppedStep; readonly attempts: number; readonly refusal: Refusal }
}

export type StoppedStep = 'transfer' | 'payout' | 'reversal'

export const testBanks: readonly TestBank[] = [
  { name: 'sandbox_bank_ok', says: 'Receives payouts.', account: 'active', payouts: 'arrive' },
  { name: 'sandbox_bank_fail', says: 'Refuses every payout.', account: 'active', payouts: 'fail' },
  {
    name: 'sandbox_bank_return',
    says: 'Receives a payout, then sends it back.',
    account: 'active',
    payouts: 'return',
  },
  {
    name: 'sandbox_bank_review',
    says: 'Is looked at for five seconds, then receives payouts.',
    account: 'pending',
    accountLater: 'active',
    payouts: 'arrive',
  },
  {
    name: 'sandbox_bank_incomplete',
    says: 'Leaves something out, so that more details are asked for.',
    account: 'action_required',
    payouts: 'arrive',
  },
  {
    name: 'sandbox_bank_refused',
    says: 'Is not accepted.',
    account: 'restricted',
    payouts: 'arrive',
  },
  {
    name: 'sandbox_bank_limit',
    says: 'Has reached its limit: refuses a payout twice, then receives it.',
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
    says: 'Stops a payout before the bank until a person retries it or pays it back.',
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
    says: 'Stops a payout before the transfer until a person retries or cancels it.',
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
    says: 'Refuses every payout, and stops the reversal until a person retries it.',
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

type AmountFault = 'none' | 'lost_before' | 'lost_after' | 'late' | 'refunded'

interface TestAmount {
  /** Last two digits. */
  readonly ending: string
  readonly says: string
  readonly fault: AmountFault
}

/**
 * Amounts that simulate a slow or silent processor, or one that acts on its own. In currencies without decimals, or
 * with whole units only, the units end in these digits: JPY 113, ISK 113.00, a payout of HUF 113.00.
 */
export const testAmounts: readonly TestAmount[] = [
  { ending: '13', says: 'The processor does it, and its answer is lost.', fault: 'lost_after' },
  {
    ending: '14',
    says: 'The call is lost before the processor sees it; the same call works the next time.',
    fault: 'lost_before',
  },
  { ending: '15', says: 'A payment or a refund succeeds five seconds later.', fault: 'late' },
  {
    ending: '16',
    says: 'A payment is refunded at the processor five seconds later, as from its dashboard.',
    fault: 'refunded',
  },
]

const faults = new Map(testAmounts.map(({ ending, fault }) => [BigInt(ending), fault]))

export function faultOf({ amount, currency }: Money): AmountFault {
  const { chargeStep, payoutStep } = rulesOf(currency)
  const step = BigInt(amount % BigInt(payoutStep) === 0n ? payoutStep : chargeStep)
  return faults.get((amount / step) % 100n) ?? 'none'
}
