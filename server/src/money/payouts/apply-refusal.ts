import { record } from '../../audit/record.ts'
import { systemCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { after } from '../../lib/clock.ts'
import type { Refusal } from '../processor/refusals.ts'
import { releasePayout } from './apply-payout.ts'
import { updatePayout, lockPayout, newStep, type PayoutRow } from './queries.ts'
import { actionsOf, afterRefusal, stoppedIn, type RefusableState } from './rules.ts'

/** The step that a worker attempted. */
type PayoutStep = Pick<PayoutRow, 'id' | 'attempt'> & { readonly state: RefusableState }

export interface StepRefusal {
  readonly refusal: Refusal
  /** Only a fetch was refused: the outcome of the attempt is unknown, so it keeps its idempotency key. */
  readonly keepsKey?: true
}

/** Applies a definite refusal. A refusal of an attempt that is no longer current changes nothing. */
export async function applyRefusal(
  tx: Tx,
  attempted: PayoutStep,
  { refusal, keepsKey }: StepRefusal,
): Promise<void> {
  const { state, attempt } = attempted
  const payout = await lockPayout(tx, attempted.id)
  if (payout?.state !== state || payout.attempt !== attempt) return
  const failure = { failure: refusal.code, failure_message: refusal.message }
  const retriedMs = tx.now.getTime() - payout.step_since.getTime()
  const repetitions = Math.max(0, payout.calls - 1)
  const decision = afterRefusal(refusal, { state, attempt: attempt + repetitions, retriedMs })
  switch (decision.next) {
    case 'retry':
      await updatePayout(tx, payout.id, {
        ...failure,
        ...(keepsKey === true ? {} : { attempt: attempt + 1, calls: 0 }),
        due_at: after(tx.now, decision.delayMs),
      })
      return
    case 'release':
      await releasePayout(tx, payout, { state: 'failed', ...failure })
      return
    case 'reverse':
      await updatePayout(tx, payout.id, { ...failure, ...newStep(tx, 'reversing') })
      return
    case 'stop':
      return stopPayout(tx, payout, { state, ...failure })
  }
}

async function stopPayout(
  tx: Tx,
  { id, agent_id: agentId }: PayoutRow,
  { state, failure, failure_message }: { state: RefusableState; failure: string; failure_message: string },
): Promise<void> {
  const stopped = { state: 'needs_attention', stopped_in: stoppedIn(state) } as const
  await updatePayout(tx, id, { ...stopped, failure, failure_message, due_at: null })
  tx.emit({
    kind: 'payout.stopped',
    agentId,
    subject: id,
    data: { payoutId: id, failure, actions: [...actionsOf(stopped)] },
  })
  await record(tx, systemCaller, { action: 'payout.stopped', target: id, details: { failure } })
}
