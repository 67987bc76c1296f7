import { sql, type Insertable } from 'kysely'
import type { DeliveryStatus } from 'souk-contract'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import type { AttemptRow, DeliveryRow, WebhookRow } from '../delivery/attempt-queries.ts'
import { priorityQueue } from '../delivery/fan-out.ts'
import { redeliveredMax } from './rules.ts'

export async function findWebhook(reader: Reader, agentId: Id<'agt'>): Promise<WebhookRow | undefined> {
  return reader.selectFrom('webhooks').selectAll().where('agent_id', '=', agentId).executeTakeFirst()
}

/** Upsert, because a concurrent call may have registered one. */
export async function upsertWebhook(tx: Tx, webhook: Insertable<Schema['webhooks']>): Promise<WebhookRow> {
  const { id: _id, agent_id: _agentId, created_at: _createdAt, ...changes } = webhook
  return tx
    .insertInto('webhooks')
    .values(webhook)
    .onConflict((conflict) => conflict.column('agent_id').doUpdateSet(changes))
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function deleteWebhook(tx: Tx, agentId: Id<'agt'>): Promise<void> {
  await tx.deleteFrom('webhooks').where('agent_id', '=', agentId).execute()
}

export interface Backlog {
  readonly pending: number
  readonly next_attempt_at: Date | null
}

const countedMax = 1000

/** Pending deliveries to the webhook of an agent. */
export async function backlogOf(reader: Reader, agentId: Id<'agt'>): Promise<Backlog> {
  const { rows } = await sql<Backlog>`
    select count(*)::int as pending, min(next_attempt_at) as next_attempt_at from (
      select next_attempt_at from webhook_deliveries where endpoint = ${agentId} and status = 'pending'
      limit ${countedMax}) waiting`.execute(reader)
  return rows[0] ?? { pending: 0, next_attempt_at: null }
}

export async function deliveriesOf(
  reader: Reader,
  agentId: Id<'agt'>,
  { status, page }: { status: DeliveryStatus | undefined; page: PageRequest },
): Promise<DeliveryRow[]> {
  return reader
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('id', '<', idBefore('dlv', page))
    .$if(status !== undefined, (query) => query.where(sql<boolean>`status = ${status}`))
    .orderBy('id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function findDelivery(
  reader: Reader,
  agentId: Id<'agt'>,
  reference: string,
): Promise<DeliveryRow | undefined> {
  if (!isId('dlv', reference)) return undefined
  return reader
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where('id', '=', reference)
    .where('agent_id', '=', agentId)
    .executeTakeFirst()
}

const attemptsMax = 100

/** The latest attempts of a delivery, oldest first. */
export async function attemptsOf(reader: Reader, id: Id<'dlv'>): Promise<AttemptRow[]> {
  const rows = await reader
    .selectFrom('webhook_attempts')
    .selectAll()
    .where('delivery_id', '=', id)
    .orderBy('number', 'desc')
    .limit(attemptsMax)
    .execute()
  return rows.toReversed()
}

/** Enqueues a delivery again, ahead of the backlog of its address. */
export async function requeueDelivery(tx: Tx, { id, agent_id }: DeliveryRow): Promise<DeliveryRow> {
  return tx
    .updateTable('webhook_deliveries')
    .set({ ...requeued(tx), queue: priorityQueue(agent_id), order_key: null })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Enqueues failed deliveries since a time, oldest first, in their original order. */
export async function requeueFailed(tx: Tx, agentId: Id<'agt'>, since: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set(requeued(tx))
    .where('id', 'in', (select) =>
      select
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('endpoint', '=', agentId)
        .where('status', 'in', ['exhausted', 'blocked', 'canceled'])
        .where('event_kind', '<>', 'webhook.test')
        .where('created_at', '>=', since)
        .orderBy('id')
        .limit(redeliveredMax),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}

function requeued({ now }: Tx) {
  return {
    trigger: 'manual',
    status: 'pending',
    tries: 0,
    last_error: null,
    next_attempt_at: now,
    lease_until: null,
    finished_at: null,
  } as const
}
