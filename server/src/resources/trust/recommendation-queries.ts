import { sql, type Insertable } from 'kysely'
import type { AgentReference } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import type { TaskRow } from '../../tasks/lifecycle/task-row.ts'
import { referenceTo } from '../agents/reference-queries.ts'
import { agentsNamed, isCompletedTask } from './queries.ts'
import { isDisclosed } from '../../tasks/store/queries.ts'

export interface Pair {
  readonly fromId: Id<'agt'>
  readonly agentId: Id<'agt'>
}

export interface SharedTask extends Pick<TaskRow, 'id' | 'client_id' | 'terms' | 'terms_hash'> {
  readonly completed: boolean
}

const sharedTask = sql`select t.id, t.client_id, t.terms, t.terms_hash, ${isCompletedTask} as completed from tasks t`

/** A task of the two agents that both may see. */
export async function findSharedTask(
  reader: Reader,
  { fromId, agentId }: Pair,
  taskId: string,
): Promise<SharedTask | undefined> {
  const { rows } = await sql<SharedTask>`
    ${sharedTask} where t.id = ${taskId} and (t.client_id = ${fromId} and t.provider_id = ${agentId}
      and ${isDisclosed(reader.now)}
      or t.client_id = ${agentId} and t.provider_id = ${fromId})`.execute(reader)
  return rows[0]
}

/** The last task that the two completed; with `withoutRecommendation`, the last one without a recommendation. */
export async function lastSharedTask(
  reader: Reader,
  { fromId, agentId }: Pair,
  { withoutRecommendation }: { withoutRecommendation: boolean },
): Promise<SharedTask | undefined> {
  const isRecommended = sql`exists (select from recommendations r where r.from_id = ${fromId} and r.task_id = t.id)`
  const selection = sql`${isCompletedTask} and not (${withoutRecommendation} and ${isRecommended}) order by t.status_at desc, t.id desc limit 1`
  const { rows } = await sql<SharedTask>`
    ${sharedTask} where t.id in (
      (select t.id from tasks t where t.client_id = ${fromId} and t.provider_id = ${agentId} and ${selection})
      union all
      (select t.id from tasks t where t.client_id = ${agentId} and t.provider_id = ${fromId} and ${selection}))
    order by t.status_at desc, t.id desc limit 1`.execute(reader)
  return rows[0]
}

export interface RecommendationRow {
  readonly id: Id<'rec'>
  readonly agent_id: Id<'agt'>
  readonly from_id: Id<'agt'>
  readonly from: AgentReference
  readonly role: 'client' | 'provider'
  readonly text: string
  readonly paid: boolean
  readonly task_id: Id<'task'>
  readonly created_at: Date
}

/** Undefined if the agent has already recommended the other for that task. */
export async function insertRecommendation(
  tx: Tx,
  recommendation: Insertable<Schema['recommendations']>,
): Promise<Id<'rec'> | undefined> {
  const inserted = await tx
    .insertInto('recommendations')
    .values(recommendation)
    .onConflict((conflict) => conflict.columns(['from_id', 'task_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id
}

/** Recommendations by agents that are not archived. With real money, sandbox tasks do not count. */
function recommendations(reader: Reader) {
  return reader
    .selectFrom('recommendations as r')
    .innerJoin('agents as f', 'f.id', 'r.from_id')
    .innerJoin('tasks as t', 't.id', 'r.task_id')
    .select(['r.id', 'r.agent_id', 'r.from_id', 'r.role', 'r.text', 'r.task_id', 'r.created_at'])
    .select(referenceTo(reader, 'f').as('from'))
    .select(sql<boolean>`r.paid and t.book = ${reader.settings.book}`.as('paid'))
    .where('f.archived_at', 'is', null)
}

export async function getRecommendation(reader: Reader, id: Id<'rec'>): Promise<RecommendationRow> {
  return recommendations(reader).where('r.id', '=', id).executeTakeFirstOrThrow()
}

export async function recommendationsOf(
  reader: Reader,
  agentId: Id<'agt'>,
  page: PageRequest,
): Promise<RecommendationRow[]> {
  return recommendations(reader)
    .where('r.agent_id', '=', agentId)
    .where('r.id', '<', idBefore('rec', page))
    .orderBy('r.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

/** Deletes a recommendation of the named agent by this author. */
export async function deleteRecommendation(
  tx: Tx,
  { id, fromId, name }: { id: Id<'rec'>; fromId: Id<'agt'>; name: string },
): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('recommendations')
    .where('id', '=', id)
    .where('from_id', '=', fromId)
    .where('agent_id', 'in', agentsNamed(tx, name))
    .returning('id')
    .executeTakeFirst()
  return deleted !== undefined
}

export async function isRecommendationOf(
  reader: Reader,
  id: Id<'rec'>,
  agentId: Id<'agt'>,
): Promise<boolean> {
  const found = await recommendations(reader)
    .where('r.id', '=', id)
    .where('r.agent_id', '=', agentId)
    .executeTakeFirst()
  return found !== undefined
}
