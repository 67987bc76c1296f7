import type { Contract, Task } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { Query } from '../../operation.ts'
import { mayManage } from '../../resources/agents/access.ts'
import { auditOf, changesOf } from '../store/event-queries.ts'
import { findTask, historyLengthOf, type FullTask } from '../store/read-queries.ts'
import { shareOfTask } from '../store/response-bytes.ts'
import { taskNotFound } from '../lifecycle/task-state.ts'
import { timelineOf } from '../lifecycle/timeline.ts'
import { reputationsOfApplicants } from '../wire/view-applications.ts'
import { noContents, viewerOf, viewTask, type TaskExtras } from '../wire/view.ts'
import type { TaskAddress } from '../lifecycle/task-row.ts'

/** A task as its caller sees it, with its timeline and audit trail if `include` requests them. */
export const getTask: Query<Contract['tasks']['getTask']> = async (reader, caller, input): Promise<Task> => {
  const detail = { historyLength: historyLengthOf(input.historyLength), artifacts: true, share: shareOfTask }
  const task = (await findTask(reader, caller.agentId, input, detail)) ?? taskNotFound()
  markProviderSeen(reader, caller, task)
  const included = new Set((input.include ?? '').split(',').map((word) => word.trim()))
  const reputation = (await reputationsOfApplicants(reader, caller, [task])).get(task.id)
  const extras: TaskExtras = {
    ...(reputation === undefined ? {} : { reputation }),
    ...(included.has('timeline') ? { timeline: timelineOf(await changesOf(reader, task.id), task) } : {}),
    ...(included.has('audit') && mayAudit(caller) ? { audit: await auditOf(reader, task.id) } : {}),
  }
  return viewTask(task, viewerOf(reader, caller), detail, extras)
}

/** The id of a task that the caller can see. */
export async function requireTaskId(
  reader: Reader,
  caller: AgentCaller,
  address: TaskAddress,
): Promise<Id<'task'>> {
  const task = await findTask(reader, caller.agentId, address, noContents)
  return task?.id ?? taskNotFound()
}

/** The audit trail is visible to people who manage the agent. */
function mayAudit(caller: AgentCaller): boolean {
  return caller.kind === 'user' && mayManage(caller.agentRole)
}

/** A provider's software that reads its tasks counts as online. */
export function markProviderSeen(
  { presence, now }: Pick<Reader, 'presence' | 'now'>,
  caller: AgentCaller,
  { provider_id: providerId }: Pick<FullTask, 'provider_id'>,
): void {
  if (caller.kind === 'key' && caller.agentId === providerId) presence.markSeen(caller.agentId, now)
}
