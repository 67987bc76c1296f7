import { sql, type Insertable, type Selectable } from 'kysely'
import { asTable } from '../../db/batch.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import { authorityHolds } from './authority-queries.ts'

export type WebhookRow = Selectable<Schema['webhooks']>
export type DeliveryRow = Selectable<Schema['webhook_deliveries']>
export type AttemptRow = Selectable<Schema['webhook_attempts']>

/** Lock order: webhooks before deliveries, each in one order, so that concurrent transactions cannot deadlock. */
export async function lockWebhooks(tx: Tx, endpoints: readonly string[]): Promise<WebhookRow[]> {
  return tx
    .selectFrom('webhooks')
    .selectAll()
    .where(sql<boolean>`endpoint = any(${[...endpoints]}::text[])`)
    .orderBy('endpoint')
    .forUpdate()
    .execute()
}

/** Shows the webhook as disabled if its registrant has lost authority, even before a delivery notices it. */
export async function withEffectiveStatus(reader: Reader, webhook: WebhookRow): Promise<WebhookRow> {
  if (webhook.status === 'disabled') return webhook
  const { rows } = await sql<{ holds: boolean }>`
    select ${authorityHolds('webhooks', 'w', reader.now)} as holds from webhooks w where w.id = ${webhook.id}`.execute(
    reader,
  )
  return withAuthority(webhook, rows[0]?.holds !== false)
}

export function withAuthority(webhook: WebhookRow, holds: boolean): WebhookRow {
  if (holds || webhook.status === 'disabled') return webhook
  return { ...webhook, status: 'disabled', disabled_reason: 'revoked' }
}

/** Active webhook endpoints that this person registered. */
export async function endpointsRegisteredBy(tx: Tx, userId: Id<'usr'>): Promise<string[]> {
  const rows = await tx
    .selectFrom('webhooks')
    .select('endpoint')
    .where('registered_by_user', '=', userId)
    .where('status', '=', 'active')
    .execute()
  return rows.map(({ endpoint }) => endpoint)
}

/** The endpoint of the main webhook is its agent. */
export async function lockWebhook(tx: Tx, endpoint: string): Promise<WebhookRow | undefined> {
  return (await lockWebhooks(tx, [endpoint]))[0]
}

export async function lockDeliveries(tx: Tx, ids: readonly Id<'dlv'>[]): Promise<DeliveryRow[]> {
  return tx
    .selectFrom('webhook_deliveries')
    .selectAll()
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
}

export async function lockDelivery(tx: Tx, id: Id<'dlv'>): Promise<DeliveryRow | undefined> {
  return (await lockDeliveries(tx, [id]))[0]
}

/** Updates the columns that an attempt changes. */
export async function updateWebhooks(tx: Tx, webhooks: readonly WebhookRow[]): Promise<void> {
  const rows = webhooks.map(({ secret: _secret, previous_secret: _previous, attempts, ...rest }) => ({
    ...rest,
    attempts: String(attempts),
  }))
  const columns = sql`id text, status text, disabled_reason text, verified_at timestamptz, failures int,
    first_failure_at timestamptz, warned_at timestamptz, attempts bigint, last_attempt_at timestamptz,
    last_success_at timestamptz, last_error text, updated_at timestamptz`
  await sql`
    update webhooks w set status = c.status, disabled_reason = c.disabled_reason, verified_at = c.verified_at,
      failures = c.failures, first_failure_at = c.first_failure_at, warned_at = c.warned_at, attempts = c.attempts,
      last_attempt_at = c.last_attempt_at, last_success_at = c.last_success_at, last_error = c.last_error,
      updated_at = c.updated_at
    from ${asTable(rows, columns)} c where w.id = c.id`.execute(tx)
}

/** Updates the columns that an attempt changes. */
export async function updateDeliveries(tx: Tx, deliveries: readonly DeliveryRow[]): Promise<void> {
  const rows = deliveries.map(({ data: _data, event_number: _number, ...rest }) => rest)
  const columns = sql`id text, attempt_count int, tries int, status text, lease_until timestamptz, last_status_code int,
    last_error text, next_attempt_at timestamptz, finished_at timestamptz`
  await sql`
    update webhook_deliveries d set attempt_count = c.attempt_count, tries = c.tries, status = c.status,
      lease_until = c.lease_until, last_status_code = c.last_status_code, last_error = c.last_error,
      next_attempt_at = c.next_attempt_at, finished_at = c.finished_at
    from ${asTable(rows, columns)} c where d.id = c.id`.execute(tx)
}

export async function insertAttempts(
  tx: Tx,
  attempts: readonly Insertable<Schema['webhook_attempts']>[],
): Promise<void> {
  await tx.insertInto('webhook_attempts').values(attempts).execute()
}

/** Cancels pending deliveries to an address. */
export async function cancelPending(tx: Tx, endpoint: string): Promise<void> {
  await sql`
    update webhook_deliveries
    set status = 'canceled', next_attempt_at = null, lease_until = null, finished_at = ${tx.now}
    where endpoint = ${endpoint} and status = 'pending'`.execute(tx)
}
