import { ProcessorRefused } from '../processor-errors.ts'
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/transact.ts'
import { after, day, hour, minute } from '../../lib/clock.ts'
import type { RefundOutcome } from '../processor/processor.ts'
import type { RefundSnapshot } from '../processor/snapshots.ts'
import { applyRefund } from './apply/apply-refund.ts'
import { failRefundOrder } from './fail-refund-order.ts'
import { lockPayment } from './queries.ts'
import {
  leaseRefundOrders,
  lockRefundOrder,
  paymentRefOf,
  updateRefundOrder,
  type RefundOrderRow,
} from './refund-order-queries.ts'

/** How long a refund waits for the platform balance before its money returns to the wallet. */
const waitMs = 7 * day

type Result = { readonly refund: RefundSnapshot } | { readonly failure: string } | 'wait' | 'unknown'

/** Sends the refunds that operators have ordered. An unknown outcome is repeated under its idempotency key. */
export async function sendRefunds(context: Context): Promise<number> {
  const due = await context.store.write(leaseRefundOrders)
  for (const order of due) {
    try {
      const result = await callProcessor(context, order)
      if (result !== 'unknown') await context.store.write((tx) => applyResult(tx, order, result))
    } catch (error) {
      context.log.warn({ refund: order.id, error: String(error) }, 'sending a refund failed')
    }
  }
  return due.length
}

async function callProcessor({ ports, store }: Context, order: RefundOrderRow): Promise<Result> {
  const { id, attempt, amount, currency } = order
  const paymentRef = await store.write((tx) => paymentRefOf(tx, order.payment_id))
  if (paymentRef === undefined) return { failure: 'resource_missing' }
  const repeated = order.calls > 1 || attempt > 1
  const earlier = repeated ? await ports.processor.fetchRefund({ id, under: paymentRef }) : undefined
  if (earlier !== undefined) return { refund: earlier }
  const outcome = await ports.processor
    .refund({ id, attempt, paymentRef, amount: { amount, currency } })
    .catch((error: unknown) => ({ outcome: 'refused', code: codeOf(error) }) as const)
  return outcome.outcome === 'refused' ? { failure: outcome.code } : resultOf(outcome)
}

/** The code of a definite refusal; any other error leaves the outcome unknown. */
function codeOf(error: unknown): string {
  if (error instanceof ProcessorRefused) return error.code
  throw error
}

function resultOf(outcome: RefundOutcome): Result {
  switch (outcome.outcome) {
    case 'succeeded':
    case 'pending':
      return { refund: outcome.refund }
    case 'failed':
      return { failure: outcome.failure.processorCode }
    case 'insufficient_platform_balance':
      return 'wait'
    case 'unknown':
      return 'unknown'
  }
}

async function applyResult(
  tx: Tx,
  { id, payment_id: paymentId }: RefundOrderRow,
  result: Exclude<Result, 'unknown'>,
) {
  if (typeof result === 'object' && 'refund' in result) return applyRefund(tx, paymentId, result.refund)
  await lockPayment(tx, paymentId)
  const order = await lockRefundOrder(tx, id)
  // A webhook may have reported the refund meanwhile.
  if (order?.state !== 'requested') return
  if (result === 'wait') {
    const { attempt, created_at: since } = order
    if (after(since, waitMs) > tx.now) {
      const delayMs = Math.min(hour, minute * 2 ** Math.min(attempt, 6))
      const failure = 'insufficient_platform_balance'
      return updateRefundOrder(tx, order, {
        attempt: attempt + 1,
        calls: 0,
        failure,
        due_at: after(tx.now, delayMs),
      })
    }
  }
  return failRefundOrder(tx, order, result === 'wait' ? 'insufficient_platform_balance' : result.failure)
}
