import type { Reputation, Task } from 'souk-contract'
import type { AgentCaller } from '../../caller.ts'
import type { Reader } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { reputationsOf } from '../../resources/trust/queries.ts'
import { viewReputation } from '../../resources/trust/view.ts'
import { tasksById, type Detail, type FullTask } from '../store/read-queries.ts'
import { shareInList } from '../store/response-bytes.ts'
import { viewerOf, viewTask } from './view.ts'

/** Applications to one listing. Its client also sees the reputation of applicants that can be awarded. */
export async function showApplications(
  reader: Reader,
  caller: AgentCaller,
  ids: readonly Id<'task'>[],
  requested: Omit<Detail, 'share'>,
): Promise<Task[]> {
  const detail = { ...requested, share: shareInList(Math.max(1, ids.length)) }
  const rows = await tasksById(reader, caller.agentId, ids, detail)
  const viewer = viewerOf(reader, caller)
  const reputations = await reputationsOfApplicants(reader, caller, rows)
  return rows.map((row) => {
    const reputation = reputations.get(row.id)
    return viewTask(row, viewer, detail, reputation === undefined ? {} : { reputation })
  })
}

/** Reputations of applicants, only for the client of their open applications. */
export async function reputationsOfApplicants(
  reader: Reader,
  { agentId }: AgentCaller,
  tasks: readonly FullTask[],
): Promise<ReadonlyMap<Id<'task'>, Reputation>> {
  const open = tasks.filter(({ phase, client_id: clientId }) => phase === 'applied' && clientId === agentId)
  if (open.length === 0) return new Map()
  const known = await reputationsOf(
    reader,
    open.map(({ provider_id: id }) => id),
  )
  return new Map(
    open.map(({ id, provider_id: applicant }) => [id, viewReputation(known.get(applicant) ?? null)]),
  )
}
