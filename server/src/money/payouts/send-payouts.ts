import type { Context } from '../../context.ts'
import type { PayoutState } from '../../db/tables/payment-tables.ts'
import { ProcessorRefused } from '../processor-errors.ts'
import type { Refusal } from '../processor/refusals.ts'
import { cancelUnsent } from './act-on-payout.ts'
import { applyBankPayout, applyReversal, applyTransfer, scheduleNextPoll } from './apply-payout.ts'
import { applyRefusal, type StepRefusal } from './apply-refusal.ts'
import { leaseDuePayouts, type PayoutRow } from './queries.ts'
import type { RefusableState } from './rules.ts'
import { bankAmountOf } from './bank-amount.ts'

/** A payout leased by this node. */
type LeasedPayout = PayoutRow & { readonly state: RefusableState }

/** Worker step of a payout. A returned refusal is applied. */
type Step = (context: Context, payout: LeasedPayout) => Promise<Refusal | undefined>

const steps: Readonly<Record<RefusableState, Step>> = {
  sending: sendTransfer,
  sent: sendToBank,
  in_transit: pollBankPayout,
  reversing: reverse,
  canceling: cancel,
}

/**
 * Sends requested payouts one committed step at a time. A step with an unknown outcome is repeated under its
 * idempotency key.
 */
export async function sendPayouts(context: Context): Promise<number> {
  const due = await context.store.write(leaseDuePayouts)
  for (const payout of due) await advancePayout(context, payout)
  return due.length
}

async function advancePayout(context: Context, payout: PayoutRow): Promise<void> {
  try {
    // A node that lost its lease must not act, because another node may have ended the attempt.
    if (payout.due_at === null || payout.due_at <= context.clock.now()) return
    if (isRefusable(payout)) {
      const refusal = await callProcessor(context, payout).catch(refusedFetch)
      if (refusal === undefined) return
      context.log.warn({ payout: payout.id, state: payout.state, ...refusal }, 'payout step refused')
      await context.store.write((tx) => applyRefusal(tx, payout, refusal))
    } else if (payout.state === 'paid') await pollPaidPayout(context, payout)
  } catch (error) {
    context.log.warn({ payout: payout.id, state: payout.state, error: String(error) }, 'payout step failed')
  }
}

const refusableStates: ReadonlySet<PayoutState> = new Set<PayoutState>(
  Object.keys(steps).filter((state): state is RefusableState => state in steps),
)

function isRefusable(payout: PayoutRow): payout is LeasedPayout {
  return refusableStates.has(payout.state)
}

async function callProcessor(context: Context, payout: LeasedPayout): Promise<StepRefusal | undefined> {
  const refusal = await steps[payout.state](context, payout)
  return refusal === undefined ? undefined : { refusal }
}

/** A refused fetch leaves the outcome of the step unknown, so the step is postponed. */
function refusedFetch(error: unknown): StepRefusal {
  if (!(error instanceof ProcessorRefused)) throw error
  return { refusal: { class: 'retry', code: error.code, message: error.message }, keepsKey: true }
}

/** Before a repeated call, the processor is queried whether the first one took effect. */
const isRepetition = ({ calls, attempt }: PayoutRow) => calls > 1 || attempt > 1

async function sendTransfer({ ports, store }: Context, payout: PayoutRow): Promise<Refusal | undefined> {
  const { id, account_ref: accountRef, attempt } = payout
  const { processor } = ports
  const existing = isRepetition(payout) ? await processor.fetchTransfer({ id, under: accountRef }) : undefined
  const amount = { amount: payout.amount, currency: payout.currency }
  const result =
    existing === undefined
      ? await processor.sendTransfer({ id, attempt, accountRef, amount })
      : ({ outcome: 'sent', transfer: existing } as const)
  if (result.outcome === 'refused') return result.refusal
  if (result.outcome === 'sent') await store.write((tx) => applyTransfer(tx, result.transfer))
  return undefined
}

async function sendToBank(context: Context, payout: LeasedPayout): Promise<Refusal | undefined> {
  const { id, account_ref: accountRef, attempt } = payout
  const { processor } = context.ports
  const existing = isRepetition(payout)
    ? await processor.fetchBankPayout({ id, under: accountRef })
    : undefined
  if (existing !== undefined) {
    await context.store.write((tx) => applyBankPayout(tx, existing))
    return undefined
  }
  const found = await bankAmountOf(context, payout)
  if ('refusal' in found) return found.refusal
  const result = await processor.sendBankPayout({ id, attempt, accountRef, amount: found.amount })
  if (result.outcome === 'refused') return result.refusal
  if (result.outcome === 'submitted') await context.store.write((tx) => applyBankPayout(tx, result.payout))
  return undefined
}

async function pollBankPayout({ ports, store }: Context, payout: PayoutRow): Promise<Refusal | undefined> {
  const { id, bank_ref: ref, account_ref: under } = payout
  const snapshot = await ports.processor.fetchBankPayout(ref === null ? { id, under } : { ref, under })
  if (snapshot === undefined) {
    return { class: 'retry', code: 'resource_missing', message: 'The processor has no such payout.' }
  }
  await store.write((tx) => applyBankPayout(tx, snapshot))
  return undefined
}

/** A paid payout stays paid if the processor no longer returns it. */
async function pollPaidPayout(context: Context, payout: PayoutRow): Promise<void> {
  const refusal = await pollBankPayout(context, payout).catch(refusedFetch)
  if (refusal !== undefined) await context.store.write((tx) => scheduleNextPoll(tx, payout.id))
}

/** Reverses the rest of the transfer, unless the bank has received the money. */
async function reverse({ ports, store }: Context, payout: PayoutRow): Promise<Refusal | undefined> {
  const { id, attempt, transfer_ref: transferRef, account_ref: under } = payout
  const { processor } = ports
  const bank = payout.bank_ref === null ? await processor.fetchBankPayout({ id, under }) : undefined
  if (bank !== undefined && bank.status !== 'failed' && bank.status !== 'canceled') {
    await store.write((tx) => applyBankPayout(tx, bank))
    return undefined
  }
  const transfer = transferRef === null ? undefined : await processor.fetchTransfer({ ref: transferRef })
  if (transfer === undefined) {
    return {
      class: 'attention',
      code: 'resource_missing',
      message: 'The processor has no such transfer.',
    }
  }
  const { amount, reversed, ref, status } = transfer
  const left = { amount: amount.amount - reversed.amount, currency: amount.currency }
  const result =
    status === 'reversed'
      ? ({ outcome: 'reversed', transfer } as const)
      : await processor.reverseTransfer({ id, attempt, transferRef: ref, amount: left })
  if (result.outcome === 'refused') return result.refusal
  if (result.outcome === 'reversed') await store.write((tx) => applyReversal(tx, payout.id))
  return undefined
}

/** Returns the held amount only if the processor has not moved it. */
async function cancel({ ports, store }: Context, payout: PayoutRow): Promise<Refusal | undefined> {
  const { id, account_ref: under } = payout
  const existing = await ports.processor.fetchTransfer({ id, under })
  await store.write((tx) => (existing === undefined ? cancelUnsent(tx, id) : applyTransfer(tx, existing)))
  return undefined
}
