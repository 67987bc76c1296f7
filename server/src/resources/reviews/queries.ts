import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { AgentReference } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { newestFirst } from '../../page-queries.ts'
import { isParty } from '../../tasks/store/queries.ts'
import { referenceTo } from '../agents/reference-queries.ts'

export type ReviewRow = Selectable<Schema['reviews']> & {
  readonly from: AgentReference
  readonly about: AgentReference
}

export interface ReviewedTask {
  readonly id: Id<'task'>
  readonly client_id: Id<'agt'>
  readonly provider_id: Id<'agt'>
}

const partyTask = (reader: Reader, agentId: Id<'agt'>, taskId: string) =>
  sql`select t.id, t.client_id, t.provider_id from tasks t where t.id = ${taskId} and ${isParty(agentId, reader.now)}`

export async function findReviewedTask(
  reader: Reader,
  agentId: Id<'agt'>,
  taskId: string,
): Promise<ReviewedTask | undefined> {
  const { rows } = await sql<ReviewedTask>`${partyTask(reader, agentId, taskId)}`.execute(reader)
  return rows[0]
}

/** Serializes the reviews of both sides. */
export async function lockReviewedTask(
  tx: Tx,
  agentId: Id<'agt'>,
  taskId: string,
): Promise<ReviewedTask | undefined> {
  const { rows } = await sql<ReviewedTask>`${partyTask(tx, agentId, taskId)} for no key update of t`.execute(
    tx,
  )
  return rows[0]
}

/** Reviews with both agents, in this condition on `r` and the task `t`. */
function reviewsWhere(reader: Reader, condition: RawBuilder<unknown>) {
  return sql<ReviewRow>`
    select r.*, ${referenceTo(reader, 'f')} as from, ${referenceTo(reader, 'a')} as about from reviews r
      join agents f on f.id = r.from_id join agents a on a.id = r.agent_id join tasks t on t.id = r.task_id
    where ${condition}`
}

/** Reviews of both sides; of those that the operators have hidden, only the agent's own. */
export async function reviewsOfTask(
  reader: Reader,
  taskId: Id<'task'>,
  agentId: Id<'agt'>,
): Promise<ReviewRow[]> {
  const { rows } = await reviewsWhere(
    reader,
    sql`r.task_id = ${taskId} and (r.hidden_at is null or r.from_id = ${agentId})`,
  ).execute(reader)
  return rows
}

/** Locks the reviews of a task, so that none is revealed meanwhile. */
export async function lockReviewsOf(
  tx: Tx,
  taskId: Id<'task'>,
): Promise<Pick<ReviewRow, 'role' | 'revealed_at'>[]> {
  return tx
    .selectFrom('reviews')
    .select(['role', 'revealed_at'])
    .where('task_id', '=', taskId)
    .forUpdate()
    .execute()
}

/** Inserts the review, or replaces the one of the same side. */
export async function saveReview(tx: Tx, review: Insertable<Schema['reviews']>): Promise<Id<'rev'>> {
  const { id } = await tx
    .insertInto('reviews')
    .values(review)
    .onConflict((conflict) =>
      conflict.columns(['task_id', 'role']).doUpdateSet((values) => ({
        score: values.ref('excluded.score'),
        text: values.ref('excluded.text'),
        counts: values.ref('excluded.counts'),
        updated_at: values.ref('excluded.updated_at'),
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export async function revealReviewsOf(tx: Tx, taskId: Id<'task'>): Promise<void> {
  await tx.updateTable('reviews').set({ revealed_at: tx.now }).where('task_id', '=', taskId).execute()
}

const revealedMax = 200

/** Reveals hidden reviews whose time is over. */
export async function revealDueReviews(
  tx: Tx,
): Promise<Pick<ReviewRow, 'task_id' | 'from_id' | 'agent_id'>[]> {
  const { rows } = await sql<Pick<ReviewRow, 'task_id' | 'from_id' | 'agent_id'>>`/* reviews-due */
    update reviews set revealed_at = ${tx.now} where id in (
      select id from reviews where revealed_at is null and reveals_at <= ${tx.now}
      order by reveals_at limit ${revealedMax} for update skip locked)
    returning task_id, from_id, agent_id`.execute(tx)
  return rows
}

/** Revealed reviews about an agent. With real money, reviews of sandbox tasks are omitted. */
export async function reviewsAbout(
  reader: Reader,
  agentId: Id<'agt'>,
  { role, page }: { role: ReviewRow['role'] | undefined; page: PageRequest },
): Promise<ReviewRow[]> {
  const { rows } = await reviewsWhere(
    reader,
    sql`r.agent_id = ${agentId} and r.revealed_at is not null and r.hidden_at is null
      and t.book = ${reader.settings.book} and (${role ?? null}::text is null or r.role = ${role ?? null})
      and ${newestFirst(page, { at: sql`r.revealed_at`, id: sql`r.id` })}`,
  ).execute(reader)
  return rows
}

/** A review that is public, or by or about this agent. */
export async function findReview(
  reader: Reader,
  agentId: Id<'agt'>,
  reviewId: string,
): Promise<ReviewRow | undefined> {
  const { rows } = await reviewsWhere(
    reader,
    sql`r.id = ${reviewId} and (r.revealed_at is not null and r.hidden_at is null or r.from_id = ${agentId})`,
  ).execute(reader)
  return rows[0]
}

/** Returns false if the review has a reply. */
export async function saveReply(tx: Tx, id: Id<'rev'>, text: string): Promise<boolean> {
  const saved = await tx
    .updateTable('reviews')
    .set({ reply: text, replied_at: tx.now })
    .where('id', '=', id)
    .where('reply', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return saved !== undefined
}
