import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { fail } from '../../failure.ts'
import { after, day } from '../../lib/clock.ts'
import { newId, type Id } from '../../lib/ids.ts'
import { paymentPollMs } from './apply/apply-payment.ts'
import { actorOf } from '../ledger/post.ts'
import { findPaymentByKey, insertPayment, releaseRequestKey, type PaymentRow } from './queries.ts'

interface NewIntent {
  agentId: Id<'agt'>
  kind: PaymentRow['kind']
  amount: bigint
  methodRef: string | null
}

/** As long as responses are stored. Stripe forgets its keys then too, so an older payment must not be called again. */
const keyLifetimeMs = day

/**
 * The payment that this caller created with this Idempotency-Key within 24 hours. It is neither validated nor counted
 * against limits again.
 */
export async function findRepeatedIntent(
  tx: Tx,
  caller: AgentCaller,
  request: Pick<NewIntent, 'kind' | 'amount'>,
): Promise<PaymentRow | undefined> {
  const { agentId, idempotencyKey } = caller
  const requestKey = requestKeyOf(tx, caller)
  if (idempotencyKey === null || requestKey === null) return undefined
  const used = { agentId, requestKey, after: after(tx.now, -keyLifetimeMs) }
  const known = await findPaymentByKey(tx, { ...used, idempotencyKey })
  if (known === undefined) await releaseRequestKey(tx, used)
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
export async function createPaymentIntent(
  tx: Tx,
  caller: AgentCaller,
  intent: NewIntent,
): Promise<PaymentRow> {
  const row = await insertPayment(tx, {
    id: newId('pay', tx.now),
    agent_id: intent.agentId,
    book: tx.settings.book,
    kind: intent.kind,
    amount: intent.amount,
    currency: tx.settings.currency,
    state: 'intended',
    request_key: requestKeyOf(tx, caller),
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

/** An Idempotency-Key is unique per book and caller. The parts contain no spaces. */
function requestKeyOf({ settings }: Tx, caller: AgentCaller): string | null {
  return caller.idempotencyKey === null
    ? null
    : `${settings.book} ${actorOf(caller)} ${caller.idempotencyKey}`
}
