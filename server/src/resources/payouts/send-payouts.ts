import type { Context } from '../../context.ts'
import { after, hour, second } from '../../lib/clock.ts'
import type { PayoutState } from '../../db/payment-tables.ts'
import { applyBankPayout, applyReversal, applyTransfer, refusePayout } from './apply-payout.ts'
import { changePayout, leaseDuePayouts, type PayoutRow } from './queries.ts'

type Step = (context: Context, payout: PayoutRow) => Promise<void>

/** What a worker does about a payout in each state; where nothing is due, nothing is done. */
const steps: Partial<Record<PayoutState, Step>> = {
  sending: sendTransfer,
  sent: sendToBank,
  in_transit: askAfterBank,
  paid: askAfterBank,
  reversing: reverse,
}

/** Sends what was requested, one committed step at a time; a step whose end is unknown is repeated under its id. */
export async function sendPayouts(context: Context): Promise<number> {
  const due = await context.store.write(leaseDuePayouts)
  for (const payout of due) {
    const step = steps[payout.state]
    await step?.(context, payout).catch((error: unknown) =>
      context.log.warn(
        { payout: payout.id, state: payout.state, error: String(error) },
        'payout step failed',
      ),
    )
  }
  return due.length
}

/** Money that has not settled yet may do so in seconds or in days: it is asked for again, slower and slower. */
function later(now: Date, { attempt }: PayoutRow) {
  return {
    attempt: attempt + 1,
    due_at: after(now, Math.min(hour, 10 * second * 2 ** Math.min(attempt, 10))),
  }
}

/** Processors forget after a day what they did under an id: from then on they are asked whether they did it. */
const repeatableMs = 20 * hour

function isRepeatable({ clock }: Context, { created_at: createdAt }: PayoutRow): boolean {
  return clock.now().getTime() - createdAt.getTime() < repeatableMs
}

async function sendTransfer(context: Context, payout: PayoutRow): Promise<void> {
  const { processor } = context.ports
  const { id, account_ref: under } = payout
  const made = isRepeatable(context, payout) ? undefined : await processor.fetchTransfer({ id, under })
  const result =
    made === undefined
      ? await processor.sendTransfer(callOf(payout))
      : ({ outcome: 'sent', transfer: made } as const)
  await context.store.write(async (tx) => {
    switch (result.outcome) {
      case 'sent':
        return applyTransfer(tx, result.transfer)
      case 'failed':
        return refusePayout(tx, payout.id, result.failure.code)
      case 'insufficient_platform_balance':
        await changePayout(tx, payout.id, later(tx.now, payout))
        return undefined
      case 'unknown':
        return undefined
    }
  })
}

async function sendToBank(context: Context, payout: PayoutRow): Promise<void> {
  const { processor } = context.ports
  const { id, account_ref: under } = payout
  const made = isRepeatable(context, payout) ? undefined : await processor.fetchBankPayout({ id, under })
  const result =
    made === undefined
      ? await processor.sendBankPayout(callOf(payout))
      : ({ outcome: 'submitted', payout: made } as const)
  await context.store.write(async (tx) => {
    switch (result.outcome) {
      case 'submitted':
        return applyBankPayout(tx, result.payout)
      case 'insufficient_account_balance':
        await changePayout(tx, payout.id, later(tx.now, payout))
        return undefined
      case 'failed':
        await changePayout(tx, payout.id, {
          state: 'reversing',
          failure: result.failure.code,
          due_at: tx.now,
        })
        return undefined
      case 'unknown':
        return undefined
    }
  })
}

async function askAfterBank({ ports, store }: Context, payout: PayoutRow): Promise<void> {
  const { bank_ref: ref, account_ref: under } = payout
  const snapshot = await ports.processor.fetchBankPayout(
    ref === null ? { id: payout.id, under } : { ref, under },
  )
  if (snapshot !== undefined) await store.write((tx) => applyBankPayout(tx, snapshot))
}

async function reverse(context: Context, payout: PayoutRow): Promise<void> {
  const { transfer_ref: transferRef } = payout
  if (transferRef === null) return
  const { processor } = context.ports
  const { id, amount } = callOf(payout)
  const made = isRepeatable(context, payout) ? undefined : await processor.fetchTransfer({ ref: transferRef })
  const result =
    made?.status === 'reversed'
      ? ({ outcome: 'reversed', transfer: made } as const)
      : await processor.reverseTransfer({ id, amount, transferRef })
  await context.store.write(async (tx) => {
    switch (result.outcome) {
      case 'reversed':
        return applyReversal(tx, payout.id)
      case 'insufficient_account_balance':
      case 'failed':
        await changePayout(tx, payout.id, { state: 'needs_attention', due_at: null })
        return undefined
      case 'unknown':
        return undefined
    }
  })
}

function callOf({ id, attempt, account_ref: accountRef, amount, currency }: PayoutRow) {
  return { id, attempt, accountRef, amount: { amount, currency } }
}
