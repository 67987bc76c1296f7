/** The only place that turns events of a task into notifications of its two agents. */
import type { EventData, EventKindName } from 'souk-contract'
import type { AgentEvent } from '../../events/outbox.ts'
import { isDisputeAction } from './dispute-state.ts'
import type { NewEvent, TaskRow } from './task-row.ts'

type Parties = Pick<TaskRow, 'id' | 'context_id' | 'client_id' | 'provider_id'>
type TaskChange = Pick<NewEvent, 'seq' | 'action' | 'by' | 'phase' | 'reason'> & {
  readonly offerId?: string | undefined
}
type TaskKind = Extract<EventKindName, `task.${string}`>

/** Notifies both sides. The one that acted may have other clients connected. */
export function notificationsOf(task: Parties, change: TaskChange, kind: TaskKind): AgentEvent[] {
  const sides = [
    { role: 'client', agentId: task.client_id },
    { role: 'provider', agentId: task.provider_id },
  ] as const
  return sides.map(({ role, agentId }) => ({
    kind,
    agentId,
    subject: task.id,
    data: dataOf(task, change, role),
  }))
}

function dataOf(
  { id, context_id: contextId }: Parties,
  { seq, phase, reason, by, action, offerId }: TaskChange,
  role: 'client' | 'provider',
): EventData<TaskKind> {
  return {
    taskId: id,
    contextId,
    sequence: seq,
    phase,
    ...(reason === null || reason === undefined ? {} : { reason }),
    role,
    by,
    action,
    ...(offerId === undefined ? {} : { offerId }),
  }
}

/** Kind of the notification for an event of a task. */
export function kindOf(event: TaskChange & Pick<NewEvent, 'artifact'>, before: TaskRow['phase']): TaskKind {
  if (event.artifact !== undefined && event.artifact !== null) return 'task.artifact'
  if (event.action === 'warn') return 'task.warned'
  if (isDisputeAction(event.action)) return 'task.dispute'
  return event.phase === before ? 'task.message' : 'task.updated'
}
