import type { Market, Task, TaskDispute } from 'souk-contract'
import { api, useRead } from '../../../api.ts'
import { hasDispute } from './labels.ts'

export interface DisputeProps {
  readonly task: Task
  readonly market: Market
}

export interface RoomProps extends DisputeProps {
  readonly dispute: TaskDispute
}

/** Queries that a step of a dispute changes. */
export const disputeInvalidates = ['tasks', 'disputes', 'payments'] as const

/** The latest dispute of a task. */
export function useDispute({ task, market }: DisputeProps) {
  return useRead(
    api.disputes.getTaskDispute,
    { name: market.provider.name, taskId: task.id },
    { enabled: hasDispute(market) },
  )
}
