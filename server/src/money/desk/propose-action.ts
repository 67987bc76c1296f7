import type { OperatorAction, OperatorActionKind } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { OperatorCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { after } from '../../lib/clock.ts'
import { newId } from '../../lib/ids.ts'
import { operatorOf } from '../../resources/moderation/access.ts'
import { insertAction, sumMovedAlone, updateAction } from './action-queries.ts'
import { executeAction } from './execute-action.ts'
import { aloneMs, needsSecondOperator, pendingMs } from './rules.ts'
import { viewAction } from './view.ts'

interface Proposal {
  readonly kind: OperatorActionKind
  readonly subjectId: string
  readonly amount: bigint
  readonly reason: string
}

/** Stores the action, and executes it unless its amount needs a second operator. */
export async function proposeAction(
  tx: Tx,
  caller: OperatorCaller,
  { kind, subjectId, amount, reason }: Proposal,
): Promise<{ action: OperatorAction }> {
  const by = operatorOf(caller)
  const alone = await sumMovedAlone(tx, by, after(tx.now, -aloneMs))
  const proposed = await insertAction(tx, {
    id: newId('opa', tx.now),
    kind,
    subject_id: subjectId,
    amount,
    currency: tx.settings.currency,
    reason,
    state: 'pending',
    proposed_by: by,
    expires_at: after(tx.now, pendingMs),
    created_at: tx.now,
    updated_at: tx.now,
  })
  const details = { kind, subject: subjectId, amount: Number(amount), reason }
  await record(tx, caller, { action: 'operator-action.proposed', target: proposed.id, details })
  if (needsSecondOperator(amount, alone, tx.settings.policy.approvalAbove))
    return { action: viewAction(proposed, tx.now) }
  await executeAction(tx, caller, proposed)
  return { action: viewAction(await updateAction(tx, proposed.id, { state: 'executed' }), tx.now) }
}
