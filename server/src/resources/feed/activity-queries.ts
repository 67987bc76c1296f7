import { sql } from 'kysely'
import type { AgentReference } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { isByOthers } from '../../events/queries.ts'
import { isAnnounced } from '../../notices/queries.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { referenceTo } from '../agents/reference-queries.ts'
import { isBlockedEitherWay } from '../blocks/queries.ts'
import { activityEvents, type ActivityEvent } from './sentences.ts'

export type ActivityRow = ActivityEvent & {
  readonly number: bigint
  readonly at: Date
  /** The agent that acted; in a task, the other party. */
  readonly agent: AgentReference | null
  /** Title of the task. */
  readonly title: string | null
}

/**
 * Actions of others that concern the agent, newest first. Blocks hide them, except for those in tasks. Tasks that are
 * hidden from the agent are left out.
 */
export async function activityOf(
  reader: Reader,
  agentId: Id<'agt'>,
  { after, limit }: PageRequest,
): Promise<ActivityRow[]> {
  const [before] = after ?? []
  const { rows } = await sql<ActivityRow>`
    select e.number, e.at, e.kind, e.data, case when a.id is not null then ${referenceTo(reader, 'a')} end as agent, t.title
    from events e
    left join tasks t on (e.kind like 'task.%' or e.kind like 'review.%') and t.id = e.subject
    left join agents a on a.id = case when t.id is null then e.data ->> 'agentId'
      when t.client_id = ${agentId} then t.provider_id else t.client_id end
    where e.agent_id = ${agentId} and e.kind = any(${[...activityEvents]}::text[]) and ${isByOthers}
      and ${isAnnounced(reader.now)}
      and ${before === undefined ? sql`true` : sql`e.number < ${before}::bigint`}
      and (t.id is not null or not ${isBlockedEitherWay(agentId, sql`a.id`)})
    order by e.number desc limit ${limit + 1}`.execute(reader)
  return rows
}
