import type { ArchivedTask } from 'souk-contract'
import type { ArchivedTaskRow } from './queries.ts'

export function viewArchivedTask({
  task_id: taskId,
  archived_at: archivedAt,
}: ArchivedTaskRow): ArchivedTask {
  return { taskId, archivedAt: archivedAt.toISOString() }
}
