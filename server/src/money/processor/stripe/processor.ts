import type { Stripe } from 'stripe'
import type { StripeOnboarding } from '../../../config/config.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { PaymentProcessor } from '../processor.ts'
import type { Book } from '../snapshots.ts'
import { createOnboardingLink, createPayoutAccount, fetchPayoutAccount } from './accounts.ts'
import { fetchBalance, listBalanceTransactions } from './balance.ts'
import { fetchBankPayout, sendBankPayout } from './bank-payouts.ts'
import { fetchDispute, submitEvidence } from './disputes.ts'
import { verifyEvents } from './events.ts'
import { inspectStripe } from './inspect.ts'
import { chargeSavedMethod, fetchPayment } from './payments.ts'
import { fetchRefund, refund } from './refunds.ts'
import {
  createSetupSession,
  createTopupSession,
  ensureCustomer,
  fetchMethod,
  fetchSetup,
  removeMethod,
} from './sessions.ts'
import { fetchArrival, fetchTransfer, reverseTransfer, sendTransfer } from './transfers.ts'

interface StripeParts {
  readonly stripe: Stripe
  /** Only its prefix is used, for the kind of key. */
  readonly key: string
  readonly book: Book
  readonly webhookSecrets: readonly string[]
  /** Capabilities requested for payout accounts. */
  readonly onboarding?: StripeOnboarding
  readonly clock: Clock
}

/**
 * Stripe via its SDK: separate charges and transfers, so that held funds stay on the platform balance until acceptance.
 */
export function createStripeProcessor({
  stripe,
  key,
  book,
  webhookSecrets,
  onboarding = 'card-payments',
  clock,
}: StripeParts): PaymentProcessor {
  const checks = { stripe, secrets: webhookSecrets, clock }
  return {
    name: 'stripe',
    book,
    ensureCustomer: (input) => ensureCustomer(stripe, input),
    createTopupSession: (input) => createTopupSession(stripe, input),
    createSetupSession: (input) => createSetupSession(stripe, input),
    chargeSavedMethod: (input) => chargeSavedMethod(stripe, input),
    removeMethod: ({ ref }) => removeMethod(stripe, ref),
    refund: (input) => refund(stripe, input),
    submitEvidence: (input) => submitEvidence(stripe, input),
    createPayoutAccount: (input) => createPayoutAccount(stripe, input, onboarding),
    createOnboardingLink: (input) => createOnboardingLink(stripe, input),
    sendTransfer: (input) => sendTransfer(stripe, input),
    reverseTransfer: (input) => reverseTransfer(stripe, input),
    sendBankPayout: (input) => sendBankPayout(stripe, input),
    fetchPayment: (lookup) => fetchPayment(stripe, lookup),
    fetchSetup: (lookup) => fetchSetup(stripe, lookup),
    fetchMethod: (ref) => fetchMethod(stripe, ref),
    fetchRefund: (lookup) => fetchRefund(stripe, lookup),
    fetchDispute: (ref) => fetchDispute(stripe, ref),
    fetchPayoutAccount: (ref) => fetchPayoutAccount(stripe, ref),
    fetchTransfer: (lookup) => fetchTransfer(stripe, lookup),
    fetchArrival: (lookup) => fetchArrival(stripe, lookup),
    fetchBankPayout: (lookup) => fetchBankPayout(stripe, lookup),
    fetchBalance: (currency) => fetchBalance(stripe, currency),
    verifyEvents: (rawBody, headers) => verifyEvents(checks, rawBody, headers),
    listBalanceTransactions: ({ since }) => listBalanceTransactions(stripe, since),
    inspect: (input) => inspectStripe({ stripe, key, secrets: webhookSecrets.length }, input),
  }
}
