import type { PayoutAction } from 'souk-contract'
import { record, type AuditActor } from '../../audit/record.ts'
import type { Tx } from '../../db/transact.ts'
import { fail, found } from '../../failure.ts'
import { actorOf, type Actor } from '../ledger/post.ts'
import type { Id } from '../../lib/ids.ts'
import { releasePayout } from './apply-payout.ts'
import { updatePayout, lockPayout, newStep, type PayoutRow } from './queries.ts'
import { actionsOf } from './rules.ts'

/**
 * Applies a person's action to a stopped payout. Workers do the rest, and first check whether the step has happened.
 */
export async function actOnPayout(
  tx: Tx,
  actor: AuditActor,
  { id, action }: { id: Id<'pout'>; action: PayoutAction },
): Promise<PayoutRow> {
  const payout = found(await lockPayout(tx, id), 'payout')
  const allowed = actionsOf(payout)
  if (!allowed.includes(action)) {
    fail('conflict', `This payout does not allow "${action}".`, allowedHint(allowed))
  }
  await record(tx, actor, { action: auditActions[action], target: id, details: { failure: payout.failure } })
  return handlers[action](tx, payout, actor)
}

export function allowedHint(allowed: readonly string[]): string {
  return allowed.length === 0
    ? 'Wait until it completes or stops; "actions" lists the allowed actions.'
    : `Allowed actions: ${allowed.join(', ')}.`
}

const auditActions: Readonly<Record<PayoutAction, string>> = {
  retry: 'payout.retried',
  cancel: 'payout.cancel-requested',
  'pay-back': 'payout.pay-back-requested',
}

const handlers: Readonly<
  Record<PayoutAction, (tx: Tx, payout: PayoutRow, actor: AuditActor) => Promise<PayoutRow>>
> = {
  /** Repeats the step under a new idempotency key. */
  retry: (tx, { id, stopped_in, attempt }) =>
    updatePayout(tx, id, {
      state: stopped_in ?? fail('conflict', 'Only a payout in the state "needs_attention" can be retried.'),
      attempt: attempt + 1,
      calls: 0,
      failure: null,
      failure_message: null,
      step_since: tx.now,
      due_at: tx.now,
    }),
  /** A payout that no worker has leased was never sent to the processor. */
  cancel: (tx, payout, actor) =>
    payout.state === 'requested'
      ? releasePayout(tx, payout, { state: 'canceled' }, actorFor(actor))
      : updatePayout(tx, payout.id, { state: 'canceling', calls: 0, step_since: tx.now, due_at: tx.now }),
  'pay-back': (tx, { id }) => updatePayout(tx, id, newStep(tx, 'reversing')),
}

function actorFor(actor: AuditActor): Actor {
  return actor.kind === 'operator'
    ? 'operator'
    : actor.kind === 'user' || actor.kind === 'key'
      ? actorOf(actor)
      : 'system'
}

/** Cancels a payout that the processor confirms it has not sent. */
export async function cancelUnsent(tx: Tx, id: Id<'pout'>): Promise<void> {
  const payout = await lockPayout(tx, id)
  if (payout?.state === 'canceling') await releasePayout(tx, payout, { state: 'canceled' })
}
