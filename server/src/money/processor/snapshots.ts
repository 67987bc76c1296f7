/** State of processor objects at one moment. Snapshots are fetched; events never carry them. */

/** Minor units with an upper-case ISO 4217 currency. */
export interface Money {
  readonly amount: bigint
  readonly currency: string
}

/** Kind of money. The ledger never mixes books. */
export type Book = 'sandbox' | 'test' | 'live'

/** Decline reason, independent of the processor. */
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
  /** The processor's own code, for operators. */
  readonly processorCode: string
}

export interface PaymentSnapshot {
  /** Our id, given when the payment or its session was created. */
  readonly id: string | undefined
  /** Reference of the payment, or of its session before the first attempt to pay. */
  readonly ref: string
  readonly status: 'open' | 'requires_action' | 'processing' | 'succeeded' | 'failed' | 'expired'
  readonly amount: Money
  /** Processor fee, once known. */
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
  /** Identifies the card across customers. */
  readonly fingerprint: string | undefined
}

export interface SetupSnapshot {
  readonly id: string | undefined
  readonly ref: string
  readonly status: 'open' | 'processing' | 'succeeded' | 'failed' | 'expired'
  /** Set once it has succeeded. */
  readonly method: MethodSnapshot | undefined
}

export interface PayoutAccountSnapshot {
  readonly ref: string
  /** Only an `active` account can receive money. */
  readonly status: 'not_started' | 'pending' | 'action_required' | 'active' | 'restricted'
  /** Requirements still missing, as named by the processor. */
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
  /** A bank can return a `paid` payout, which then becomes `failed`. */
  readonly status: 'pending' | 'in_transit' | 'paid' | 'failed' | 'canceled'
  readonly amount: Money
  readonly failureCode: string | undefined
  /** Human-readable message of the processor. */
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
  /** Our id of the disputed payment. */
  readonly paymentId: string | undefined
  readonly status: 'inquiry' | 'open' | 'won' | 'lost'
  /** Only an open appeal reopens a decided dispute. */
  readonly appeal: 'none' | 'open' | 'decided'
  readonly amount: Money
  /** Amount withdrawn from the platform balance so far, without the fee. */
  readonly withdrawn: Money
  readonly reinstated: Money
  readonly fee: Money
}

/** Evidence against a dispute, in the fields that banks know. */
export interface Evidence {
  readonly customerName: string
  readonly customerEmail: string
  /** Product or service that was bought. */
  readonly productDescription: string
  /** When the service was provided; undefined if nothing was delivered. */
  readonly serviceDate: string | undefined
  /** Log of what the customer did, one line for each step. */
  readonly activityLog: string
  readonly statement: string
}

export interface PlatformBalance {
  readonly available: Money
  readonly pending: Money
}

/** One change of the platform balance at the processor, for reconciliation. */
export interface BalanceTransaction {
  readonly ref: string
  readonly at: Date
  readonly kind: 'payment' | 'refund' | 'dispute' | 'transfer' | 'transfer_reversal' | 'other'
  /** The charge, refund, dispute or transfer that caused it, including reversals. */
  readonly sourceRef: string | undefined
  /** Signed: positive in, negative out. */
  readonly amount: Money
  readonly fee: Money
  /** amount - fee. All of them sum to the balance. */
  readonly net: Money
}
