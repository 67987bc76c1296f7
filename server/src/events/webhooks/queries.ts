import { sql, type Insertable, type Updateable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import type { WebhookRow } from '../delivery/attempt-queries.ts'
import { authorityHolds } from '../delivery/authority-queries.ts'

/** The main webhook of an agent. */
export async function findWebhook(reader: Reader, agentId: Id<'agt'>): Promise<WebhookRow | undefined> {
  return reader.selectFrom('webhooks').selectAll().where('endpoint', '=', agentId).executeTakeFirst()
}

export async function findEndpoint(
  reader: Reader,
  agentId: Id<'agt'>,
  reference: string,
): Promise<WebhookRow | undefined> {
  if (!isId('whk', reference)) return undefined
  return reader
    .selectFrom('webhooks')
    .selectAll()
    .where('id', '=', reference)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
}

export async function endpointsOf(
  reader: Reader,
  agentId: Id<'agt'>,
  page: PageRequest,
): Promise<WebhookRow[]> {
  return reader
    .selectFrom('webhooks')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('id', '<', idBefore('whk', page))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function endpointCounts(
  reader: Reader,
  agentId: Id<'agt'>,
): Promise<{ readonly all: number; readonly main: number }> {
  const { rows } = await sql<{ all: number; main: number }>`
    select count(*)::int as all, (count(*) filter (where main))::int as main from webhooks
    where agent_id = ${agentId}`.execute(reader)
  return rows[0] ?? { all: 0, main: 0 }
}

/** Upsert, because a concurrent call may have registered one. */
export async function upsertWebhook(tx: Tx, webhook: Insertable<Schema['webhooks']>): Promise<WebhookRow> {
  const { id: _id, agent_id: _agentId, created_at: _createdAt, ...changes } = webhook
  return tx
    .insertInto('webhooks')
    .values(webhook)
    .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function updateWebhook(
  tx: Tx,
  id: Id<'whk'>,
  changes: Updateable<Schema['webhooks']>,
): Promise<WebhookRow> {
  return tx.updateTable('webhooks').set(changes).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
}

export async function deleteWebhook(tx: Tx, id: Id<'whk'>): Promise<void> {
  await tx.deleteFrom('webhooks').where('id', '=', id).execute()
}

export interface Backlog {
  readonly pending: number
  readonly next_attempt_at: Date | null
}

const countedMax = 1000

interface EndpointState extends Backlog {
  readonly endpoint: string
  /** Whether the registrant still has its authority. */
  readonly holds: boolean
}

/** Pending deliveries and authority of webhooks. */
export async function statesOf(reader: Reader, endpoints: readonly string[]): Promise<EndpointState[]> {
  const { rows } = await sql<EndpointState>`
    select w.endpoint, ${authorityHolds('webhooks', 'w', reader.now)} as holds, b.pending, b.next_attempt_at
    from webhooks w cross join lateral (
      select count(*)::int as pending, min(next_attempt_at) as next_attempt_at from (
        select next_attempt_at from webhook_deliveries where endpoint = w.endpoint and status = 'pending'
        limit ${countedMax}) waiting) b
    where w.endpoint = any(${[...endpoints]}::text[])`.execute(reader)
  return rows
}
