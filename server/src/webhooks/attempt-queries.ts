import { sql, type Insertable, type Selectable, type Updateable } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Tx } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'

export type WebhookRow = Selectable<Schema['webhooks']>
export type DeliveryRow = Selectable<Schema['webhook_deliveries']>
export type AttemptRow = Selectable<Schema['webhook_attempts']>

/** Whoever locks a webhook and deliveries of it takes the webhook first. */
export async function lockWebhook(tx: Tx, agentId: Id<'agt'>): Promise<WebhookRow | undefined> {
  return tx.selectFrom('webhooks').selectAll().where('agent_id', '=', agentId).forUpdate().executeTakeFirst()
}

export async function changeWebhook(
  tx: Tx,
  agentId: Id<'agt'>,
  changes: Updateable<Schema['webhooks']>,
): Promise<WebhookRow> {
  return tx
    .updateTable('webhooks')
    .set(changes)
    .where('agent_id', '=', agentId)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function lockDelivery(tx: Tx, id: Id<'dlv'>): Promise<DeliveryRow | undefined> {
  return tx.selectFrom('webhook_deliveries').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()
}

export async function changeDelivery(
  tx: Tx,
  id: Id<'dlv'>,
  changes: Updateable<Schema['webhook_deliveries']>,
): Promise<DeliveryRow> {
  return tx
    .updateTable('webhook_deliveries')
    .set(changes)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow()
}

export async function insertAttempt(tx: Tx, attempt: Insertable<Schema['webhook_attempts']>): Promise<void> {
  await tx.insertInto('webhook_attempts').values(attempt).execute()
}

/** Nothing more is sent to an address. */
export async function cancelPending(tx: Tx, endpoint: string): Promise<void> {
  await sql`
    update webhook_deliveries
    set status = 'cancelled', next_attempt_at = null, lease_until = null, finished_at = ${tx.now}
    where endpoint = ${endpoint} and status = 'pending'`.execute(tx)
}
