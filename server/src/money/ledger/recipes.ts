/** The only place that maps business facts to accounts. Pure: facts in, posting out. */
import { feeOf } from 'souk-contract'
import {
  agentAccount,
  clearingAccount,
  platformAccount,
  taskAccount,
  type Account,
  type AgentId,
  type Denomination,
  type HeldFor,
} from './accounts.ts'
import type { Posting, PostingKind, Transfer } from './posting-types.ts'

interface Sum extends Denomination {
  readonly amount: bigint
}

/** A fact about an agent's wallet. */
interface WalletFact extends Sum {
  readonly agentId: AgentId
}

/** A fact about money that enters or leaves by a payment. */
interface PaymentFact extends WalletFact {
  readonly paymentId: string
  readonly processor: string
}

export const topUp = (fact: PaymentFact): Posting =>
  posting('top_up', fact.paymentId, fact.paymentId, [transfer(clearing(fact), available(fact), fact.amount)])

/** The processor's fee of a top-up, known only after settlement. */
export const topUpFee = (fact: Omit<PaymentFact, 'agentId'> & { readonly feeId: string }): Posting =>
  posting('top_up_fee', fact.feeId, fact.paymentId, [
    transfer(platformAccount(fact, 'processor_fees'), clearing(fact), fact.amount),
  ])

/** Incoming money repays debt first. `causeId` is the payment or task it came from. */
export const repay = (
  fact: Omit<WalletFact, 'amount'> & {
    readonly causeId: string
    readonly available: bigint
    readonly owed: bigint
  },
): Posting =>
  posting('repay', fact.causeId, fact.causeId, [
    transfer(available(fact), receivable(fact), smallest(fact.owed, fact.available)),
  ])

/** Earnings become spendable. One-way, because the reverse would turn a stolen card into cash. */
export const convertEarnings = (fact: WalletFact & { readonly requestId: string }): Posting =>
  posting('convert', fact.requestId, fact.requestId, [transfer(earnings(fact), available(fact), fact.amount)])

type TaskFact = Sum & HeldFor
interface PaidTask {
  readonly providerId: AgentId
  /** Frozen at the award. */
  readonly feeBps: number
}

/** `part` numbers later additions to the held funds, from 2. */
export const hold = (fact: TaskFact & { readonly part?: number }): Posting =>
  posting('hold', fact.part === undefined ? fact.taskId : `${fact.taskId}:${fact.part}`, fact.taskId, [
    transfer(clientAvailable(fact), taskAccount(fact, 'held', fact), fact.amount),
  ])

export const settle = (fact: TaskFact & PaidTask): Posting =>
  posting('settle', fact.taskId, fact.taskId, payProvider(fact, taskAccount(fact, 'held', fact), fact.amount))

/** Returns the held funds to the client: the hold is released. A ruling `release` pays the provider instead. */
export const returnHeld = (fact: TaskFact): Posting =>
  posting('release', fact.taskId, fact.taskId, [
    transfer(taskAccount(fact, 'held', fact), clientAvailable(fact), fact.amount),
  ])

type DisputeFact = TaskFact & { readonly disputeId: string }

export const freeze = (fact: DisputeFact): Posting =>
  posting('freeze', fact.disputeId, fact.taskId, [
    transfer(taskAccount(fact, 'held', fact), taskAccount(fact, 'dispute', fact), fact.amount),
  ])

export const unfreeze = (fact: DisputeFact): Posting =>
  posting('unfreeze', fact.disputeId, fact.taskId, [
    transfer(taskAccount(fact, 'dispute', fact), taskAccount(fact, 'held', fact), fact.amount),
  ])

/** `amount` is the frozen total; the part that does not return to the client is paid to the provider, less the fee. */
export const rule = (fact: DisputeFact & PaidTask & { readonly toClient: bigint }): Posting => {
  const frozen = taskAccount(fact, 'dispute', fact)
  return posting('rule', fact.disputeId, fact.taskId, [
    transfer(frozen, clientAvailable(fact), fact.toClient),
    ...payProvider(fact, frozen, fact.amount - fact.toClient),
  ])
}

interface PayoutFact extends WalletFact {
  readonly payoutId: string
}

export const payoutHold = (fact: PayoutFact): Posting =>
  posting('payout_hold', fact.payoutId, fact.payoutId, [
    transfer(earnings(fact), payoutPending(fact), fact.amount),
  ])

export const payoutSent = (fact: PayoutFact & { readonly processor: string }): Posting =>
  posting('payout_sent', fact.payoutId, fact.payoutId, [
    transfer(payoutPending(fact), clearing(fact), fact.amount),
  ])

/** The processor refused the payout before it was sent. */
export const payoutRelease = (fact: PayoutFact): Posting =>
  posting('payout_release', fact.payoutId, fact.payoutId, [
    transfer(payoutPending(fact), earnings(fact), fact.amount),
  ])

/** The bank returned the payout after it was sent. */
export const payoutReturn = (fact: PayoutFact & { readonly processor: string }): Posting =>
  posting('payout_return', fact.payoutId, fact.payoutId, [
    transfer(clearing(fact), earnings(fact), fact.amount),
  ])

interface MoveFact extends Denomination {
  readonly moveId: string
  readonly from: AgentId
  readonly to: AgentId
  readonly amounts: readonly { kind: 'available' | 'earnings' | 'earnings_pending'; amount: bigint }[]
}

/** The owner archives an agent: each balance moves to the same account of another agent of the owner. */
export const moveFunds = (fact: MoveFact): Posting =>
  posting('move_funds', fact.moveId, fact.from, fact.amounts.map(moved(fact)))

const moved = (fact: MoveFact) => (part: MoveFact['amounts'][number]) =>
  transfer(agentAccount(fact, part.kind, fact.from), agentAccount(fact, part.kind, fact.to), part.amount)

interface EarningsHoldFact extends WalletFact {
  readonly holdId: string
  readonly taskId: string
}

/** The client of the task has an undecided chargeback. */
export const holdEarnings = (fact: EarningsHoldFact): Posting =>
  posting('earnings_hold', fact.holdId, fact.taskId, [
    transfer(earnings(fact), earningsPending(fact), fact.amount),
  ])

export const releaseEarnings = (fact: EarningsHoldFact): Posting =>
  posting('earnings_release', fact.holdId, fact.taskId, [
    transfer(earningsPending(fact), earnings(fact), fact.amount),
  ])

/** The chargeback is lost: held earnings cover the client's debt. */
export const coverDebt = (fact: EarningsHoldFact & { readonly clientId: AgentId }): Posting =>
  posting('earnings_cover', fact.holdId, fact.taskId, [
    transfer(earningsPending(fact), agentAccount(fact, 'receivable', fact.clientId), fact.amount),
  ])

/** The chargeback is won on appeal: covering earnings are returned. `part` numbers the returns of one hold. */
export const restoreEarnings = (
  fact: EarningsHoldFact & { readonly processor: string; readonly part: bigint },
): Posting =>
  posting('earnings_restore', `${fact.holdId}:${fact.part}`, fact.taskId, [
    transfer(clearing(fact), earnings(fact), fact.amount),
  ])

/** Money returned to the card. The part that the agent no longer has available becomes debt. */
type ReturnedFact = PaymentFact & { readonly available: bigint }
/** Money that the processor credits again after a return. It repays debt first. */
type RestoredFact = PaymentFact & { readonly owed: bigint }
type OfRefund = { readonly refundId: string }
type OfChargeback = { readonly chargebackId: string }

/** The processor refunded `amount`. */
export const refundToCard = (fact: ReturnedFact & OfRefund): Posting =>
  posting('refund', fact.refundId, fact.paymentId, returnToCard(fact))

export const refundFailed = (fact: RestoredFact & OfRefund): Posting =>
  posting('refund_failed', fact.refundId, fact.paymentId, restoreFromCard(fact))

/** The bank withdrew `amount`. */
export const chargeback = (fact: ReturnedFact & OfChargeback & { readonly fee: bigint }): Posting =>
  posting('chargeback', fact.chargebackId, fact.paymentId, [
    ...returnToCard(fact),
    transfer(platformAccount(fact, 'processor_fees'), clearing(fact), fact.fee),
  ])

export const chargebackWon = (fact: RestoredFact & OfChargeback): Posting =>
  posting('chargeback_won', fact.chargebackId, fact.paymentId, restoreFromCard(fact))

function returnToCard(fact: ReturnedFact): Transfer[] {
  const covered = smallest(fact.available, fact.amount)
  return [
    transfer(available(fact), clearing(fact), covered),
    transfer(receivable(fact), clearing(fact), fact.amount - covered),
  ]
}

function restoreFromCard(fact: RestoredFact): Transfer[] {
  const repaid = smallest(fact.owed, fact.amount)
  return [
    transfer(clearing(fact), receivable(fact), repaid),
    transfer(clearing(fact), available(fact), fact.amount - repaid),
  ]
}

export const writeOff = (fact: WalletFact & { readonly writeOffId: string }): Posting =>
  posting('write_off', fact.writeOffId, fact.agentId, [
    transfer(platformAccount(fact, 'chargeback_losses'), receivable(fact), fact.amount),
  ])

/** History is immutable: a mistake is corrected by its mirror posting. */
export const correct = (wrong: Posting): Posting =>
  posting(
    'correct',
    wrong.key,
    wrong.ref,
    wrong.transfers.toReversed().map(({ debit, credit, amount }) => transfer(credit, debit, amount)),
  )

function payProvider(fact: Denomination & PaidTask, source: Account, amount: bigint): Transfer[] {
  const fee = feeOf({ amount, currency: fact.currency }, fact.feeBps)
  return [
    transfer(source, agentAccount(fact, 'earnings', fact.providerId), amount - fee),
    transfer(source, platformAccount(fact, 'revenue'), fee),
  ]
}

/** Zero amounts are omitted. A negative amount is a programming error. */
function posting(kind: PostingKind, id: string, ref: string, transfers: readonly Transfer[]): Posting {
  const key = `${kind}:${id}`
  if (transfers.some(({ amount }) => amount < 0n))
    throw new Error(`ledger transfer amount is negative: ${key}`)
  return { key, kind, ref, transfers: transfers.filter(({ amount }) => amount > 0n) }
}

const transfer = (debit: Account, credit: Account, amount: bigint): Transfer => ({ debit, credit, amount })
const smallest = (left: bigint, right: bigint) => (left < right ? left : right)

type OfAgent = Omit<WalletFact, 'amount'>
const available = (fact: OfAgent) => agentAccount(fact, 'available', fact.agentId)
const earnings = (fact: OfAgent) => agentAccount(fact, 'earnings', fact.agentId)
const receivable = (fact: OfAgent) => agentAccount(fact, 'receivable', fact.agentId)
const earningsPending = (fact: OfAgent) => agentAccount(fact, 'earnings_pending', fact.agentId)
const payoutPending = (fact: OfAgent) => agentAccount(fact, 'payout_pending', fact.agentId)
const clientAvailable = (fact: Denomination & HeldFor) => agentAccount(fact, 'available', fact.clientId)
const clearing = (fact: Denomination & { readonly processor: string }) =>
  clearingAccount(fact, fact.processor)
