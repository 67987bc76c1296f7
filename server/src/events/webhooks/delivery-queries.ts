import { sql } from 'kysely'
import type { DeliveryStatus, EventKindName } from 'souk-contract'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import type { AttemptRow, DeliveryRow } from '../delivery/attempt-queries.ts'
import { priorityQueue } from '../delivery/fan-out.ts'
import { redeliveredMax } from './rules.ts'

/** A delivery with its endpoint, if that still exists, and the duration of its last attempt. */
export interface ShownDelivery extends DeliveryRow {
  readonly endpoint_id: Id<'whk'> | null
  readonly last_duration_ms: number | null
}

interface DeliveryFilter {
  readonly status: DeliveryStatus | undefined
  readonly type: EventKindName | undefined
  /** Value of the column `endpoint` of deliveries, not the webhook ID. */
  readonly endpoint: string | undefined
  readonly page: PageRequest
}

export async function deliveriesOf(
  reader: Reader,
  agentId: Id<'agt'>,
  { status, type, endpoint, page }: DeliveryFilter,
): Promise<ShownDelivery[]> {
  return shownDeliveries(reader)
    .where('d.agent_id', '=', agentId)
    .where('d.id', '<', idBefore('dlv', page))
    .$if(status !== undefined, (query) => query.where(sql<boolean>`d.status = ${status}`))
    .$if(type !== undefined, (query) => query.where(sql<boolean>`d.event_kind = ${type}`))
    .$if(endpoint !== undefined, (query) => query.where(sql<boolean>`d.endpoint = ${endpoint}`))
    .orderBy('d.id', 'desc')
    .limit(page.limit + 1)
    .execute()
}

export async function findDelivery(
  reader: Reader,
  agentId: Id<'agt'>,
  reference: string,
): Promise<ShownDelivery | undefined> {
  if (!isId('dlv', reference)) return undefined
  return shownDeliveries(reader)
    .where('d.id', '=', reference)
    .where('d.agent_id', '=', agentId)
    .executeTakeFirst()
}

function shownDeliveries(reader: Reader) {
  return reader
    .selectFrom('webhook_deliveries as d')
    .selectAll('d')
    .select([
      sql<Id<'whk'> | null>`(select id from webhooks w where w.endpoint = d.endpoint)`.as('endpoint_id'),
      sql<number | null>`(select duration_ms from webhook_attempts a
        where a.delivery_id = d.id and a.number = d.attempt_count)`.as('last_duration_ms'),
    ])
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
export async function requeueDelivery(tx: Tx, { id, endpoint }: DeliveryRow): Promise<void> {
  await tx
    .updateTable('webhook_deliveries')
    .set({ ...requeued(tx), queue: priorityQueue(endpoint), order_key: null })
    .where('id', '=', id)
    .execute()
}

/** Enqueues failed deliveries since a time, oldest first, in their original order. */
export async function requeueFailed(tx: Tx, endpoint: string, since: Date): Promise<number> {
  const { numUpdatedRows } = await tx
    .updateTable('webhook_deliveries')
    .set(requeued(tx))
    .where('id', 'in', (select) =>
      select
        .selectFrom('webhook_deliveries')
        .select('id')
        .where('endpoint', '=', endpoint)
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
