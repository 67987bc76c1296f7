/** What a processor says about a thing at one moment. Snapshots are asked for; they never come with an event. */

/** Minor units with an upper-case ISO 4217 currency. */
export interface Money {
  readonly amount: bigint
  readonly currency: string
}

/** Which money it is; the ledger never lets one book touch another. */
export type Book = 'sandbox' | 'test' | 'live'

/** Why money did not move, in words that do not depend on the processor. */
export type DeclineCode =
  | 'card_declined'
  | 'insufficient_funds'
  | 'authentication_required'
  | 'expired_card'
  | 'incorrect_details'
  | 'method_removed'
  | 'account_not_ready'
  | 'processing_error'

export interface Decline {
  readonly code: DeclineCode
  /** The processor's own word for it, for operators. */
  readonly processorCode: string
}

export interface PaymentSnapshot {
  /** Ours, as it was given when the payment or its session was made. */
  readonly id: string | undefined
  /** The payment's reference, or its session's while nobody has tried to pay. */
  readonly ref: string
  readonly status: 'open' | 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'expired'
  readonly amount: Money
  /** What the processor kept of it, as soon as it says so. */
  readonly fee: Money | undefined
  readonly refunded: Money
  readonly chargeRef: string | undefined
  readonly failure: Decline | undefined
}

export interface MethodSnapshot {
  readonly ref: string
  readonly status: 'attached' | 'removed'
  readonly brand: string
  readonly last4: string
  readonly expMonth: number
  readonly expYear: number
  /** The same for the same card, whoever uses it. */
  readonly fingerprint: string | undefined
}

export interface SetupSnapshot {
  readonly id: string | undefined
  readonly ref: string
  readonly status: 'open' | 'processing' | 'succeeded' | 'failed' | 'expired'
  /** Present once it has succeeded. */
  readonly method: MethodSnapshot | undefined
}

export interface PayoutAccountSnapshot {
  readonly ref: string
  /** Only `active` can be sent money. */
  readonly status: 'not_started' | 'pending' | 'action_required' | 'active' | 'restricted'
  /** What the processor still asks for, in its own words. */
  readonly missing: readonly string[]
}

export interface TransferSnapshot {
  readonly id: string | undefined
  readonly ref: string
  readonly accountRef: string
  readonly status: 'sent' | 'partly_reversed' | 'reversed'
  readonly amount: Money
  readonly reversed: Money
}

export interface BankPayoutSnapshot {
  readonly id: string | undefined
  readonly ref: string
  readonly accountRef: string
  /** A bank may return what was `paid`; then it is `failed` after all. */
  readonly status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  readonly amount: Money
  readonly failureCode: string | undefined
  /** The processor's sentence about it, for people. */
  readonly failureMessage: string | undefined
}

export interface RefundSnapshot {
  readonly id: string | undefined
  readonly ref: string
  readonly paymentRef: string
  readonly status: 'pending' | 'succeeded' | 'failed'
  readonly amount: Money
}

export interface DisputeSnapshot {
  readonly ref: string
  readonly paymentRef: string
  /** Ours, of the disputed payment. */
  readonly paymentId: string | undefined
  readonly status: 'inquiry' | 'open' | 'won' | 'lost'
  /** Whether the verdict was appealed: only an open appeal makes a decided dispute open again. */
  readonly appeal: 'none' | 'open' | 'decided'
  readonly amount: Money
  /** What has left our balance because of it so far, without the fee. */
  readonly withdrawn: Money
  readonly reinstated: Money
  readonly fee: Money
}

export interface PlatformBalance {
  readonly available: Money
  readonly pending: Money
}

/** One change of our balance at the processor, for reconciliation. */
export interface BalanceTransaction {
  readonly ref: string
  readonly at: Date
  readonly kind: 'payment' | 'refund' | 'dispute' | 'transfer' | 'transfer_reversal' | 'other'
  /** What it is about: the charge, refund, dispute, or transfer, also when that is taken back. */
  readonly sourceRef: string | undefined
  /** Signed: what came in is positive, what went out is negative. */
  readonly amount: Money
  readonly fee: Money
  /** amount - fee. All of them sum up to the balance. */
  readonly net: Money
}
