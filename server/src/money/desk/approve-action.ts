import type { AdminContract } from 'souk-contract'
import type { Tx } from '../../db/transact.ts'
import { fail, found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { operatorOf } from '../../resources/moderation/access.ts'
import { lockAction, updateAction, type ActionRow } from './action-queries.ts'
import { executeAction } from './execute-action.ts'
import { stateOf } from './rules.ts'
import { viewAction } from './view.ts'

export const approveAction: Operation<AdminContract['moneyDesk']['approveAction']> = async (
  tx,
  caller,
  { actionId },
) => {
  const action = await lockPending(tx, actionId)
  const by = operatorOf(caller)
  if (action.proposed_by === by) {
    fail(
      'forbidden',
      'The operator who proposed an action cannot approve it.',
      'Ask another operator to approve it.',
    )
  }
  await executeAction(tx, caller, action)
  const approved = await updateAction(tx, action.id, { state: 'executed', decided_by: by })
  return { action: viewAction(approved, tx.now) }
}

/** The action, locked, if it can still be decided. */
export async function lockPending(tx: Tx, actionId: string): Promise<ActionRow> {
  const action = found(isId('opa', actionId) ? await lockAction(tx, actionId) : undefined, 'action')
  const state = stateOf(action, tx.now)
  if (state !== 'pending') {
    fail(
      'conflict',
      `The action is ${state}. Only a pending action can be decided.`,
      'Propose a new action if it is still needed.',
    )
  }
  return action
}
