import type { Finding } from 'souk-contract'
import type {
  BankPayoutSnapshot,
  Book,
  Decline,
  DisputeSnapshot,
  Evidence,
  MethodSnapshot,
  Money,
  BalanceTransaction,
  PaymentSnapshot,
  PayoutAccountSnapshot,
  PlatformBalance,
  RefundSnapshot,
  SetupSnapshot,
  TransferSnapshot,
} from './snapshots.ts'
import type { Refused } from './refusals.ts'

/**
 * The payment service provider. Every call that creates something takes our own id and is idempotent. No call is made
 * inside a transaction.
 */
export interface PaymentProcessor {
  readonly name: 'sandbox' | 'stripe'
  readonly book: Book

  /** Customer object of the payer, created once and stored by us. */
  ensureCustomer(input: { id: string }): Promise<{ ref: string }>
  /** Page on which a person pays by card; `id` is our payment. */
  createTopupSession(input: TopupInput): Promise<HostedSession>
  /** Page on which a person saves a card for later charges. */
  createSetupSession(input: SetupInput): Promise<HostedSession>
  /** Charges a saved card off-session. */
  chargeSavedMethod(input: ChargeInput): Promise<ChargeOutcome>
  /** Removes a saved card. Idempotent. */
  removeMethod(input: { ref: string }): Promise<void>
  /** Refunds all or part of a payment to its card. */
  refund(input: RefundInput): Promise<RefundOutcome>

  /** Submits evidence against a dispute. A dispute accepts it once. */
  submitEvidence(input: EvidenceInput): Promise<EvidenceOutcome>

  /** Account of a payee. */
  createPayoutAccount(input: PayoutAccountInput): Promise<{ ref: string }>
  /** Page on which the payee enters their details. Links are short-lived; create a new one each time. */
  createOnboardingLink(input: OnboardingInput): Promise<HostedSession>
  /** Moves money from the platform balance to a payout account. */
  sendTransfer(input: TransferInput): Promise<TransferOutcome>
  /** Reverses a transfer while the account still holds the money. */
  reverseTransfer(input: ReversalInput): Promise<ReversalOutcome>
  /** Pays out from an account to its bank, in a currency of the account. */
  sendBankPayout(input: TransferInput): Promise<BankPayoutOutcome>

  /** Current payment, by the reference of the payment or of its session. */
  fetchPayment(lookup: Lookup): Promise<PaymentSnapshot | undefined>
  /** Current card setup, by the reference of its session. */
  fetchSetup(lookup: Lookup): Promise<SetupSnapshot | undefined>
  /** Current saved card. */
  fetchMethod(ref: string): Promise<MethodSnapshot | undefined>
  /** Current refund; `under` is its payment. */
  fetchRefund(lookup: Lookup): Promise<RefundSnapshot | undefined>
  /** Current dispute. */
  fetchDispute(ref: string): Promise<DisputeSnapshot | undefined>
  /** Current payout account. */
  fetchPayoutAccount(ref: string): Promise<PayoutAccountSnapshot | undefined>
  /** Current transfer; `under` is its payout account. */
  fetchTransfer(lookup: Lookup): Promise<TransferSnapshot | undefined>
  /**
   * Amount that a transfer brought to its account, in the account's currency; undefined until the processor knows it.
   */
  fetchArrival(lookup: { readonly ref: string; readonly under: string }): Promise<Money | undefined>
  /** Current bank payout; `under` is its payout account, required in both cases. */
  fetchBankPayout(lookup: Lookup & { under: string }): Promise<BankPayoutSnapshot | undefined>
  /** Platform balance. */
  fetchBalance(currency: string): Promise<PlatformBalance>

  /** Verifies the signature of a delivery and returns its events; throws UnverifiedEvent. */
  verifyEvents(rawBody: Buffer, headers: EventHeaders): VerifiedEvent[]
  /** Balance transactions since then, unordered. */
  listBalanceTransactions(input: { since: Date }): AsyncIterable<BalanceTransaction>
  /** Checks the processor configuration for this deployment. Read-only. */
  inspect(input: InspectInput): Promise<Finding[]>
}

export interface InspectInput {
  /** Public origin of this server. */
  readonly origin: string
  readonly currency: string
  readonly production: boolean
}

/**
 * By the processor's reference or, if its response was lost, by our id. `under` is the parent: customer of a payment or
 * setup, account of a transfer or payout, payment of a refund.
 */
export type Lookup =
  | { readonly ref: string; readonly under?: string }
  | { readonly id: string; readonly under: string }

export interface TopupInput {
  readonly id: string
  readonly customerRef: string
  readonly amount: Money
  /** Where the person returns to, paid or not. */
  readonly returnUrl: string
}

export interface SetupInput {
  readonly id: string
  readonly customerRef: string
  readonly currency: string
  readonly returnUrl: string
}

export interface ChargeInput {
  readonly id: string
  readonly customerRef: string
  readonly methodRef: string
  readonly amount: Money
}

/**
 * Processors store a refusal under the id. After a response that says nothing happened, and only then, a retry
 * increments `attempt`, starting from 1.
 */
interface AttemptInput {
  readonly id: string
  readonly attempt?: number
}

export interface RefundInput extends AttemptInput {
  readonly paymentRef: string
  readonly amount: Money
}

/** `id` identifies the content: changed evidence has another. */
export interface EvidenceInput {
  readonly id: string
  readonly disputeRef: string
  readonly evidence: Evidence
}

export interface PayoutAccountInput extends AttemptInput {
  readonly email: string
  /** ISO 3166 alpha-2. */
  readonly country: string
  readonly currency: string
}

export interface OnboardingInput {
  readonly id: string
  readonly accountRef: string
  readonly returnUrl: string
  /** Where the person goes when the link has expired; it should create a new one. */
  readonly refreshUrl: string
}

export interface TransferInput extends AttemptInput {
  readonly accountRef: string
  readonly amount: Money
}

export interface ReversalInput extends AttemptInput {
  readonly transferRef: string
  readonly amount: Money
}

export interface HostedSession {
  readonly ref: string
  readonly url: string
  readonly expiresAt: Date
}

/** Unknown outcome: repeat with the same id, or fetch. Never treated as a failure. */
export interface Unknown {
  readonly outcome: 'unknown'
}

export interface Failed {
  readonly outcome: 'failed'
  readonly failure: Decline
}

export type ChargeOutcome =
  | { readonly outcome: 'succeeded' | 'processing'; readonly payment: PaymentSnapshot }
  | Failed
  | Unknown

export type RefundOutcome =
  | { readonly outcome: 'succeeded' | 'pending'; readonly refund: RefundSnapshot }
  | { readonly outcome: 'insufficient_platform_balance' }
  | Failed
  | Unknown

export type EvidenceOutcome = { readonly outcome: 'submitted' } | Refused | Unknown

export type TransferOutcome =
  | { readonly outcome: 'sent'; readonly transfer: TransferSnapshot }
  | Refused
  | Unknown

export type ReversalOutcome =
  | { readonly outcome: 'reversed'; readonly transfer: TransferSnapshot }
  | Refused
  | Unknown

export type BankPayoutOutcome =
  | { readonly outcome: 'submitted'; readonly payout: BankPayoutSnapshot }
  | Refused
  | Unknown

export type EventHeaders = Readonly<Record<string, string | string[] | undefined>>

export type EventSubject =
  | 'payment'
  | 'setup'
  | 'method'
  | 'dispute'
  | 'transfer'
  | 'bankPayout'
  | 'payoutAccount'
  | 'refund'
  | 'other'

/** Names a changed object, never its state: store it by `eventId`, then fetch the object. */
export interface VerifiedEvent {
  readonly eventId: string
  /** The processor's event type. */
  readonly type: string
  readonly about: {
    readonly kind: EventSubject
    readonly ref: string
    readonly ourId?: string
    /** Payout account, for events inside one. */
    readonly under?: string
  }
  readonly book: Book
}
