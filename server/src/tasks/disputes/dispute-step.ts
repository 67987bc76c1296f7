import type { TaskDispute } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Tx } from '../../db/transact.ts'
import { lockAsParty, requireSide, type Party } from '../commands/access.ts'
import type { Action, Transition } from '../lifecycle/lifecycle.ts'
import type { Step } from '../lifecycle/plan-step.ts'
import { requireTransition, requireVersion } from '../lifecycle/task-state.ts'
import type { DisputeKey } from '../store/dispute-queries.ts'
import { commitStep } from '../store/commit-step.ts'
import { showDispute } from './show-dispute.ts'
import type { TaskAddress } from '../lifecycle/task-row.ts'

interface DisputeAddress extends TaskAddress {
  readonly expectedVersion?: number | undefined
}

/** Locks the task and checks the scope and the version. */
export async function lockForDispute(tx: Tx, caller: AgentCaller, input: DisputeAddress): Promise<Party> {
  const party = await lockAsParty(tx, caller, input)
  requireSide(caller, party)
  requireVersion(party.task, input.expectedVersion)
  return party
}

export function requireDisputeStep(tx: Tx, { task, side }: Party, action: Action): Transition {
  return requireTransition(task, action, side, tx.now)
}

/** The current dispute of a task. */
export function disputeKeyOf({ task }: Party): DisputeKey {
  return { task_id: task.id, number: task.dispute?.count ?? 0 }
}

/** Writes the step and shows the dispute after it. */
export async function commitDisputeStep(
  tx: Tx,
  caller: AgentCaller,
  { task }: Party,
  { transition, step }: { readonly transition: Transition; readonly step?: Step },
): Promise<TaskDispute> {
  const after = await commitStep(tx, caller, task, transition, step)
  return showDispute(tx, after)
}
