import type { Store } from '../../../db/transact.ts'
import type { Clock } from '../../../lib/clock.ts'
import type { Vault } from '../../../lib/secrets.ts'
import type { PaymentProcessor } from '../processor.ts'
import { createPayoutAccount, fetchPayoutAccount } from './accounts.ts'
import { fetchBankPayout, sendBankPayout } from './bank-payouts.ts'
import { fetchDispute, submitEvidence } from './disputes.ts'
import { verifyEvents } from './events.ts'
import { ensureCustomer, findMethod, methodSnapshot, removeMethod } from './methods.ts'
import { balanceOf, listBalanceTransactions } from './balance-transactions.ts'
import { chargeSavedMethod } from './payments.ts'
import { fetchRefund, refund } from './refunds.ts'
import { createOnboardingLink, createSetupSession, createTopupSession } from './sessions.ts'
import { fetchPayment, fetchSetup } from './snapshots.ts'
import { fetchArrival, fetchTransfer, reverseTransfer, sendTransfer } from './transfers.ts'

interface SandboxOptions {
  readonly store: Store
  readonly vault: Vault
  readonly clock: Clock
}

/** Built-in processor without an external service: play money, test cards, and pages that Souk serves itself. */
export function createSandboxProcessor({ store, vault, clock }: SandboxOptions): PaymentProcessor {
  return {
    name: 'sandbox',
    book: 'sandbox',
    ensureCustomer: (input) => ensureCustomer(store, input),
    createTopupSession: (input) => createTopupSession(store, input),
    createSetupSession: (input) => createSetupSession(store, input),
    chargeSavedMethod: (input) => chargeSavedMethod(store, input),
    removeMethod: ({ ref }) => removeMethod(store, ref),
    refund: (input) => refund(store, input),
    submitEvidence: (input) => submitEvidence(store, input),
    createPayoutAccount: (input) => createPayoutAccount(store, input),
    createOnboardingLink: (input) => createOnboardingLink(store, input),
    sendTransfer: (input) => sendTransfer(store, input),
    reverseTransfer: (input) => reverseTransfer(store, input),
    sendBankPayout: (input) => sendBankPayout(store, input),
    fetchPayment: (lookup) => store.read((reader) => fetchPayment(reader, lookup)),
    fetchSetup: (lookup) => store.read((reader) => fetchSetup(reader, lookup)),
    fetchMethod: (ref) =>
      store.read(async (reader) => {
        const row = await findMethod(reader, ref)
        return row === undefined ? undefined : methodSnapshot(row)
      }),
    fetchRefund: (lookup) => store.read((reader) => fetchRefund(reader, lookup)),
    fetchDispute: (ref) => store.read((reader) => fetchDispute(reader, ref)),
    fetchPayoutAccount: (ref) => store.read((reader) => fetchPayoutAccount(reader, ref)),
    fetchTransfer: (lookup) => store.read((reader) => fetchTransfer(reader, lookup)),
    fetchArrival: (lookup) => store.read((reader) => fetchArrival(reader, lookup)),
    fetchBankPayout: (lookup) => store.read((reader) => fetchBankPayout(reader, lookup)),
    fetchBalance: (currency) => store.read((reader) => balanceOf(reader, currency)),
    verifyEvents: (rawBody, headers) => verifyEvents(rawBody, headers, { vault, now: clock.now() }),
    inspect: async () => [],
    listBalanceTransactions: ({ since }) => listBalanceTransactions(store, since),
  }
}
