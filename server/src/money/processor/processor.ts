import type {
  BankPayoutSnapshot,
  Book,
  Decline,
  DisputeSnapshot,
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
 * Whoever holds the real money. Each call that makes something takes our own id, and the same call with the same id has
 * one effect. No call is made inside a transaction.
 */
export interface PaymentProcessor {
  readonly name: 'sandbox' | 'stripe'
  readonly book: Book

  /** The payer's file at the processor; made once, then kept by us. */
  ensureCustomer(input: { id: string }): Promise<{ ref: string }>
  /** A page where a person pays by card; `id` is our payment. */
  createTopupSession(input: TopupInput): Promise<HostedSession>
  /** A page where a person lets us charge a card later, without them. */
  createSetupSession(input: SetupInput): Promise<HostedSession>
  /** Charges a saved card while its owner is away. */
  chargeSavedMethod(input: ChargeInput): Promise<ChargeOutcome>
  /** Forgets a saved card; doing it twice is fine. */
  removeMethod(input: { ref: string }): Promise<void>
  /** Gives back all or part of a payment, to the card it came from. */
  refund(input: RefundInput): Promise<RefundOutcome>

  /** The file of somebody who is to be paid. */
  createPayoutAccount(input: PayoutAccountInput): Promise<{ ref: string }>
  /** A page where that person gives their details; short-lived, so make a new one each time. */
  createOnboardingLink(input: OnboardingInput): Promise<HostedSession>
  /** Moves money from our balance to a payout account. */
  sendTransfer(input: TransferInput): Promise<TransferOutcome>
  /** Takes back what a transfer moved, while the account still holds it. */
  reverseTransfer(input: ReversalInput): Promise<ReversalOutcome>
  /** Moves money from a payout account to its bank, in a currency that the account holds. */
  sendBankPayout(input: TransferInput): Promise<BankPayoutOutcome>

  /** A payment as it stands now, by the reference of the payment or of its session. */
  fetchPayment(lookup: Lookup): Promise<PaymentSnapshot | undefined>
  /** A card set-up as it stands now, by the reference of its session. */
  fetchSetup(lookup: Lookup): Promise<SetupSnapshot | undefined>
  /** A saved card as it stands now. */
  fetchMethod(ref: string): Promise<MethodSnapshot | undefined>
  /** A refund as it stands now; `under` is its payment. */
  fetchRefund(lookup: Lookup): Promise<RefundSnapshot | undefined>
  /** A dispute as it stands now. */
  fetchDispute(ref: string): Promise<DisputeSnapshot | undefined>
  /** Whether a payout account can be paid now. */
  fetchPayoutAccount(ref: string): Promise<PayoutAccountSnapshot | undefined>
  /** A transfer as it stands now; `under` is its payout account. */
  fetchTransfer(lookup: Lookup): Promise<TransferSnapshot | undefined>
  /** What a transfer brought to its account, in the currency of that account; undefined until the processor knows. */
  fetchArrival(lookup: { readonly ref: string; readonly under: string }): Promise<Money | undefined>
  /** A bank payout as it stands now; `under` is its payout account, needed in both cases. */
  fetchBankPayout(lookup: Lookup & { under: string }): Promise<BankPayoutSnapshot | undefined>
  /** What we hold at the processor. */
  fetchBalance(currency: string): Promise<PlatformBalance>

  /** Checks the signature of a delivery and says what it is about; throws UnverifiedEvent. */
  verifyEvents(rawBody: Buffer, headers: EventHeaders): VerifiedEvent[]
  /** Every change of our balance since then, in no particular order. */
  listBalanceTransactions(input: { since: Date }): AsyncIterable<BalanceTransaction>
  /** What is missing at the processor for this deployment; reads only. */
  inspect(input: InspectInput): Promise<Finding[]>
}

export interface InspectInput {
  /** Under which the processor reaches this server. */
  readonly origin: string
  readonly currency: string
  readonly production: boolean
}

/** One thing that an operator should know. */
export interface Finding {
  readonly name: string
  readonly state: 'ok' | 'warning' | 'wrong'
  /** What is so. */
  readonly says: string
  /** What to do, unless all is well. */
  readonly mend?: string
}

/**
 * By the processor's reference or, when its answer was lost, by our id. `under` is what the thing was made for: the
 * customer of a payment or set-up, the account of a transfer or payout, the payment of a refund.
 */
export type Lookup =
  | { readonly ref: string; readonly under?: string }
  | { readonly id: string; readonly under: string }

export interface TopupInput {
  readonly id: string
  readonly customerRef: string
  readonly amount: Money
  /** Where the person goes afterwards, paid or not. */
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
 * Processors remember a refusal by its id. So after an answer which says that nothing happened, and only then, the same
 * thing is tried anew by counting `attempt` up from 1.
 */
interface AttemptInput {
  readonly id: string
  readonly attempt?: number
}

export interface RefundInput extends AttemptInput {
  readonly paymentRef: string
  readonly amount: Money
}

export interface PayoutAccountInput extends AttemptInput {
  readonly email: string
  /** ISO 3166, two letters, upper case. */
  readonly country: string
  readonly currency: string
}

export interface OnboardingInput {
  readonly id: string
  readonly accountRef: string
  readonly returnUrl: string
  /** Where the person goes when the link has expired; it should make a new one. */
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

/** Nobody knows whether it happened: repeat with the same id, or fetch. It is never taken for a failure. */
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

/** Says that something changed, never what it is now: store it by `eventId`, then fetch what it is about. */
export interface VerifiedEvent {
  readonly eventId: string
  /** As the processor names it. */
  readonly type: string
  readonly about: {
    readonly kind: EventSubject
    readonly ref: string
    readonly ourId?: string
    /** The payout account, for what happened inside one. */
    readonly under?: string
  }
  readonly book: Book
}
