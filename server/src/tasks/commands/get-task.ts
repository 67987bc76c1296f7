import type { Contract, Task } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { Query } from '../../operation.ts'
import { mayManage } from '../../resources/agents/access.ts'
import { auditOf, timelineOf } from '../store/event-queries.ts'
import { findTask, historyLengthOf, type WholeTask } from '../store/read-queries.ts'
import { shareOfTask } from '../store/response-bytes.ts'
import { taskNotFound } from '../lifecycle/task-state.ts'
import { reputationsOfApplicants } from '../wire/view-task.ts'
import { onlookerOf, viewTask, type Asides } from '../wire/view.ts'

interface Address {
  readonly name: string
  readonly taskId: string
}

/** A task as its caller sees it, with its timeline and its audit trail when they are asked for. */
export const getTask: Query<Contract['tasks']['getTask']> = async (reader, caller, given): Promise<Task> => {
  const detail = { historyLength: historyLengthOf(given.historyLength), artifacts: true, share: shareOfTask }
  const task = (await findTask(reader, caller.agentId, given, detail)) ?? taskNotFound()
  noticeProvider(reader, caller, task)
  const wanted = new Set((given.include ?? '').split(',').map((word) => word.trim()))
  const reputation = (await reputationsOfApplicants(reader, caller, [task])).get(task.id)
  const asides: Asides = {
    ...(reputation === undefined ? {} : { reputation }),
    ...(wanted.has('timeline') ? { timeline: await timelineOf(reader, task.id) } : {}),
    ...(wanted.has('audit') && mayAudit(caller) ? { audit: await auditOf(reader, task.id) } : {}),
  }
  return viewTask(task, onlookerOf(reader, caller), detail, asides)
}

/** The id of a task the caller may see. */
export async function requireTaskId(
  reader: Reader,
  caller: AgentCaller,
  address: Address,
): Promise<Id<'task'>> {
  const detail = { historyLength: 0, artifacts: false, share: 0 }
  const task = await findTask(reader, caller.agentId, address, detail)
  return task?.id ?? taskNotFound()
}

/** Who did what in the name of an agent is for those who answer for it. */
function mayAudit(caller: AgentCaller): boolean {
  return caller.kind === 'user' && mayManage(caller.agentRole)
}

/** Software that reads its tasks is there to answer. */
export function noticeProvider(
  { presence, now }: Pick<Reader, 'presence' | 'now'>,
  caller: AgentCaller,
  { provider_id: providerId }: Pick<WholeTask, 'provider_id'>,
): void {
  if (caller.kind === 'key' && caller.agentId === providerId) presence.markSeen(caller.agentId, now)
}
