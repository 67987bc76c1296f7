import type { OperatorActionKind } from 'souk-contract'
import { record } from '../../audit/record.ts'
import type { OperatorCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import type { ActionRow } from './action-queries.ts'
import { executeCorrection } from './execute-correction.ts'
import { executeRefund } from './execute-refund.ts'
import { executeWriteOff } from './execute-write-off.ts'

type Execution = (tx: Tx, caller: OperatorCaller, action: ActionRow) => Promise<void>

const executions: Readonly<Record<OperatorActionKind, Execution>> = {
  refund: executeRefund,
  'write-off': executeWriteOff,
  correction: executeCorrection,
}

/** Moves the money. Each execution checks again what the proposal has checked, because time may have passed. */
export async function executeAction(tx: Tx, caller: OperatorCaller, action: ActionRow): Promise<void> {
  await executions[action.kind](tx, caller, action)
  const { kind, subject_id: subject, amount, reason, proposed_by: proposedBy } = action
  const details = { kind, subject, amount: Number(amount), reason, proposedBy }
  await record(tx, caller, { action: 'operator-action.executed', target: action.id, details })
}
