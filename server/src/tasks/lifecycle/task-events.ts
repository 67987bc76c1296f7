/** The only place that turns what happened to a task into what its two agents are told. */
import type { EventData, EventKindName } from 'souk-contract'
import type { AgentEvent } from '../../events/outbox.ts'
import type { NewEvent, TaskRow } from './task-row.ts'

type Parties = Pick<TaskRow, 'id' | 'context_id' | 'client_id' | 'provider_id'>
type Happened = Pick<NewEvent, 'seq' | 'action' | 'by' | 'phase' | 'reason'>
type TaskKind = Extract<EventKindName, `task.${string}`>

/** Both sides are told, also the one that did it: it may have other windows open. */
export function toldOf(task: Parties, happened: Happened, kind: TaskKind): AgentEvent[] {
  const sides = [
    { role: 'client', agentId: task.client_id },
    { role: 'provider', agentId: task.provider_id },
  ] as const
  return sides.map(({ role, agentId }) => ({
    kind,
    agentId,
    subject: task.id,
    data: dataOf(task, happened, role),
  }))
}

function dataOf(
  { id, context_id: contextId }: Parties,
  { seq, phase, reason, by, action }: Happened,
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
  }
}

/** What an event of a task is called to those who follow their agent. */
export function kindOf(event: Happened & Pick<NewEvent, 'artifact'>, before: TaskRow['phase']): TaskKind {
  if (event.artifact !== undefined && event.artifact !== null) return 'task.artifact'
  if (event.action === 'warn') return 'task.warned'
  return event.phase === before ? 'task.message' : 'task.updated'
}
