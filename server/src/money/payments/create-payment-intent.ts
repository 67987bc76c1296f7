import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { after } from '../../lib/clock.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { paymentPollMs } from './apply/apply-payment.ts'
import { findPaymentByKey, insertPayment, type PaymentRow } from './queries.ts'

interface NewIntent {
  agentId: Id<'agt'>
  kind: PaymentRow['kind']
  amount: bigint
  requestKey: string | null
  methodRef: string | null
}

/** The payment that this idempotency key created earlier. It is neither validated nor counted against limits again. */
export async function findRepeatedIntent(
  tx: Tx,
  caller: AgentCaller,
  request: Pick<NewIntent, 'kind' | 'amount'>,
): Promise<PaymentRow | undefined> {
  if (caller.idempotencyKey === null) return undefined
  const known = await findPaymentByKey(tx, caller.agentId, caller.idempotencyKey)
  if (known !== undefined && (known.kind !== request.kind || known.amount !== request.amount)) {
    fail(
      'unprocessable',
      'This Idempotency-Key was used for another payment.',
      'Use a new key for a new payment.',
    )
  }
  return known
}

/** Records the intent before the processor is called, so that a crash cannot lose a charge. */
export async function createPaymentIntent(tx: Tx, intent: NewIntent): Promise<PaymentRow> {
  const row = await insertPayment(tx, {
    id: newId('pay', tx.now),
    agent_id: intent.agentId,
    book: tx.settings.book,
    kind: intent.kind,
    amount: intent.amount,
    currency: tx.settings.currency,
    state: 'intended',
    request_key: intent.requestKey,
    method_ref: intent.methodRef,
    due_at: after(tx.now, paymentPollMs),
    created_at: tx.now,
    updated_at: tx.now,
  })
  // A concurrent call inserted the same intent; a retry finds it.
  return (
    row ??
    fail('conflict', 'A call with this Idempotency-Key is still running.', 'Wait a moment, then try again.')
  )
}
