import type { AdminContract } from 'souk-contract'
import { found } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { findDeskTask, stepsOfTask } from './queries.ts'
import { sharedDetails } from './shared-details.ts'

/** Without messages: operators read those only in a dispute or in a case that a party has reported. */
export const getTaskDetails: Operation<AdminContract['marketDesk']['getTaskDetails']> = async (
  tx,
  caller,
  { taskId },
) => {
  const task = found(isId('task', taskId) ? await findDeskTask(tx, taskId) : undefined, 'task')
  return {
    task: {
      id: task.id,
      title: task.title,
      phase: task.phase,
      reason: task.reason,
      clientId: task.client_id,
      providerId: task.provider_id,
      listingId: task.listing_id,
      held: { amount: Number(task.held), currency: task.currency },
      feeBps: task.fee_bps,
      dueAt: task.due_at?.toISOString() ?? null,
      createdAt: task.created_at.toISOString(),
      steps: (await stepsOfTask(tx, task.id)).map(({ at, ...step }) => ({ ...step, at: at.toISOString() })),
      ...(await sharedDetails(tx, caller, 'task', task.id)),
    },
  }
}
