import { sql } from 'kysely'
import type { AgentReference } from 'souk-contract'
import type { Reader } from '../../db/transact.ts'
import { after, day } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { newestFirst } from '../../page-queries.ts'
import { isSettled } from '../../reputation/queries.ts'
import { isParty } from '../../tasks/store/queries.ts'
import { referenceTo } from '../agents/reference-queries.ts'
import { reviewDays } from './rules.ts'

export interface PendingRow {
  readonly id: Id<'task'>
  readonly title: string
  readonly client_id: Id<'agt'>
  readonly status_at: Date
  readonly about: AgentReference
}

/** Ended tasks without a review of the agent. The conditions match `requireReviewable`. */
export async function pendingReviewsOf(
  reader: Reader,
  agentId: Id<'agt'>,
  page: PageRequest,
): Promise<PendingRow[]> {
  const { rows } = await sql<PendingRow>`/* pending-reviews */
    select t.id, t.title, t.client_id, t.status_at, ${referenceTo(reader, 'other')} as about
    from tasks t join agents own on own.id = ${agentId}
      join agents other on other.id = case when t.client_id = ${agentId} then t.provider_id else t.client_id end
    where ${isParty(agentId, reader.now)} and ${isSettled(reader)}
      and t.status_at > ${after(reader.now, -reviewDays * day)}
      and t.terms_hash is not null and (t.terms -> 'price' ->> 'amount')::bigint > 0
      and t.reason is distinct from 'client_canceled' and other.owner_id <> own.owner_id
      and exists (select from task_events e where e.task_id = t.id
        and e.phase in ('working', 'input_required', 'auth_required', 'delivered', 'disputed'))
      and not exists (select from reviews r where r.task_id = t.id and r.from_id = ${agentId})
      and ${newestFirst(page, { at: sql`t.status_at`, id: sql`t.id` })}`.execute(reader)
  return rows
}
