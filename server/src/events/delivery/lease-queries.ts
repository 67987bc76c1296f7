import { sql, type RawBuilder } from 'kysely'
import type { DeliveryTrigger, EventKindName, SoukEvent } from 'souk-contract'
import type { Reader, Tx } from '../../db/transact.ts'
import { after, minute } from '../../lib/clock.ts'
import type { Id } from '../../lib/ids.ts'
import { chunkStub, messageStub } from '../../tasks/store/content-queries.ts'
import type { TaskEvent } from '../../tasks/store/event-queries.ts'
import { pushBytes } from '../../tasks/store/response-bytes.ts'
import { authorityHolds } from './authority-queries.ts'
import { blockingTriesMax } from './schedule.ts'
import type { EndpointKind } from './tables.ts'
import {
  concurrentPerHostMax,
  concurrentPerOwnerAndHostMax,
  concurrentPerOwnerMax,
  reservedForIdleOwners,
  pauseMs,
  type SaturatedTargets,
} from './delivery-limiter.ts'
import { isDisclosed } from '../../tasks/store/queries.ts'

/** Lease of a delivery. If the node crashes, another one sends it again. */
const leaseMs = minute

/** A leased delivery with its target and signing secrets. */
export interface Leased {
  readonly id: Id<'dlv'>
  readonly kind: EndpointKind
  readonly endpoint: string
  readonly queue: string
  readonly agent_id: Id<'agt'>
  readonly owner_id: Id<'usr'>
  readonly task_id: Id<'task'> | null
  readonly config_id: string | null
  readonly event_id: Id<'evt'>
  readonly event_kind: EventKindName
  readonly event_at: Date
  readonly data: SoukEvent['data']
  readonly trigger: DeliveryTrigger
  /** Identifies this lease. */
  readonly lease_until: Date
  readonly agent_name: string
  /** Null if the address no longer exists. */
  readonly url: string | null
  readonly host: string | null
  readonly secret: Buffer | null
  readonly previous_secret: Buffer | null
  readonly previous_secret_until: Date | null
  readonly push_secrets: Buffer | null
  readonly scheme: string | null
  readonly a2a_version: '1.0' | '0.3' | null
  /** The registrant of the address has lost its authority. */
  readonly revoked: boolean
}

/** SQL expression for the host of a URL. */
export function hostOf(url: RawBuilder<unknown>): RawBuilder<string> {
  return sql`lower(substring(${url} from '://(\\[[^]]*\\]|[^/:?#]+)'))`
}

/** Delivery `d` joined with its address: the active webhook endpoint `w`, or push config `c`. */
const addressed = sql`
  webhook_deliveries d join agents a on a.id = d.agent_id
  left join webhooks w on d.kind = 'agent' and w.endpoint = d.endpoint and w.status = 'active' and a.archived_at is null
  left join push_configs c on d.kind = 'push' and c.task_id = d.task_id and c.agent_id = d.agent_id
    and c.config_id = d.config_id and a.archived_at is null`
const url = sql`coalesce(w.url, c.url)`
const host = hostOf(url)

/** Rows examined per queue; a queue belongs to one agent and one host. */
const perQueue = 4

/** The oldest due rows determine the queues. With more due rows than this, all queues are enumerated. */
const scannedMax = 1000

interface LeaseRequest {
  readonly limit: number
  /** Tests ignore a paused lane. */
  readonly saturated: SaturatedTargets
}

/**
 * Leases due deliveries fairly: the first of every owner before the second of any, and within an owner the first of
 * every queue. Leases count per owner across nodes, so that slow receivers of one owner cannot fill a node. Not
 * prepared: the number of due rows changes a thousandfold within seconds, and a plan made for ten rows takes a second
 * for thousands.
 */
export async function leaseDue(tx: Tx, { limit, saturated }: LeaseRequest): Promise<Leased[]> {
  const { now } = tx
  const until = after(now, leaseMs)
  const { rows } = await sql<Leased>`
    with recursive /* lease-deliveries */ longest as (
      select queue from webhook_deliveries where status = 'pending' and next_attempt_at <= ${now}
      order by next_attempt_at limit ${scannedMax}
    ), every as (
      (select queue from webhook_deliveries
        where status = 'pending' and (select count(*) from longest) = ${scannedMax} order by queue limit 1)
      union all
      select (select d.queue from webhook_deliveries d where d.status = 'pending' and d.queue > q.queue
        order by d.queue limit 1)
      from every q where q.queue is not null
    ), due as (
      select first.* from (select queue from longest union select queue from every) q
        cross join lateral (${firstOf(sql`q.queue`, now)}) first
    ), open as (
      select due.*, a.owner_id, ${host} as host, row_number() over (partition by a.owner_id, ${host}
        order by d.trigger <> 'test', due.place, due.next_attempt_at) as place_of_pair, d.trigger <> 'test' as can_wait
      from due join ${addressed} on d.id = due.id
      where due.place_in_order = 1 and coalesce(${host} <> all(${[...saturated.hosts]}::text[]), true)
        and coalesce(a.owner_id || ' ' || ${host} <> all(${[...saturated.pairs]}::text[]), true)
        and coalesce(d.agent_id || ' ' || ${host} <> all(${[...saturated.lanes]}::text[]) or d.trigger = 'test', true)
    ), under_way as materialized (
      select a.owner_id, count(*) as leases from webhook_deliveries d join agents a on a.id = d.agent_id
      where d.lease_until > ${now} and d.status = 'pending' group by a.owner_id
    ), of_owner as (
      select o.*, coalesce(u.leases, 0) + row_number() over (partition by o.owner_id
        order by o.can_wait, o.place, o.next_attempt_at) as place_of_owner
      from open o left join under_way u using (owner_id) where o.place_of_pair <= ${concurrentPerOwnerAndHostMax}
    ), at_host as (
      select o.*, row_number() over (partition by o.host order by o.place_of_owner, o.next_attempt_at) as place_at_host
      from of_owner o where o.place_of_owner <= ${concurrentPerOwnerMax}
    ), in_turn as (
      select o.id, o.place_of_owner, row_number() over (order by o.place_of_owner, o.next_attempt_at) as turn
      from at_host o where o.place_at_host <= ${concurrentPerHostMax}
    ), taken as (
      select id from webhook_deliveries
      where id in (select id from in_turn
          where turn <= case when place_of_owner = 1 then ${limit}::int else ${limit - reservedForIdleOwners}::int end)
        and status = 'pending' and (lease_until is null or lease_until <= ${now})
      for update skip locked
    ), leased as (
      update webhook_deliveries set lease_until = ${until} where id in (select id from taken) returning id
    )
    select d.id, d.kind, d.endpoint, d.queue, d.agent_id, a.owner_id, d.task_id, d.config_id, d.event_id, d.event_kind, d.event_at, d.data,
      d.trigger, ${until}::timestamptz as lease_until, a.handle as agent_name, ${url} as url, ${host} as host,
      w.secret, w.previous_secret, w.previous_secret_until, c.secrets as push_secrets, c.scheme, c.a2a_version,
      not ${authorityHolds('webhooks', 'w', now)} or not ${authorityHolds('push_configs', 'c', now)} as revoked
    from leased join ${addressed} on d.id = leased.id
    order by d.next_attempt_at, d.event_number`.execute(tx)
  return rows
}

/**
 * Head of a queue. Only the first message of an order is sent; later ones wait until it has succeeded or failed a few
 * times. Deliveries to a client are held back while a task is hidden from it.
 */
function firstOf(queue: RawBuilder<unknown>, now: Date): RawBuilder<unknown> {
  return sql`
    select d.id, d.next_attempt_at, row_number() over (order by d.next_attempt_at, d.event_number) as place,
      row_number() over (partition by coalesce(d.order_key, d.id) order by d.event_number) as place_in_order
    from (
      select d.id, d.next_attempt_at, d.event_number, d.order_key from webhook_deliveries d
      where d.queue = ${queue} and d.status = 'pending' and d.next_attempt_at <= ${now}
        and (d.lease_until is null or d.lease_until <= ${now})
        and not exists (select from webhook_deliveries p
          where p.order_key = d.order_key and p.status = 'pending' and p.id <> d.id
            and (p.event_number < d.event_number and p.tries < ${blockingTriesMax} or p.lease_until > ${now}))
        and not exists (select from tasks t
          where t.id = d.task_id and t.client_id = d.agent_id and not ${isDisclosed(now)})
      order by d.next_attempt_at, d.event_number limit ${perQueue}) d`
}

/** Releases deliveries that were not sent. */
export async function releaseLeases(tx: Tx, ids: readonly Id<'dlv'>[]): Promise<void> {
  await sql`
    update webhook_deliveries set lease_until = null where id = any(${[...ids]}::text[])`.execute(tx)
}

/** Postpones a failing queue, by an interval that grows with the age of each delivery. */
export async function postponeQueue(tx: Tx, queue: string): Promise<void> {
  const { now } = tx
  await sql`
    update webhook_deliveries
    set next_attempt_at = ${now}::timestamptz + greatest(${pauseMs} * interval '1 millisecond', (${now} - created_at) / 4)
    where queue = ${queue} and status = 'pending' and next_attempt_at <= ${now} and lease_until is null`.execute(
    tx,
  )
}

/** Schedules one untried delivery at the end of the pause as a probe. */
export async function scheduleProbe(tx: Tx, queue: string): Promise<void> {
  const at = after(tx.now, pauseMs)
  await sql`
    update webhook_deliveries set next_attempt_at = ${at}
    where next_attempt_at > ${at} and id = (select id from webhook_deliveries
      where queue = ${queue} and status = 'pending' and tries = 0 order by next_attempt_at, event_number limit 1)`.execute(
    tx,
  )
}

/** Makes untried deliveries of a recovered target due immediately. */
export async function resumeQueues(tx: Tx, agentId: Id<'agt'>): Promise<void> {
  await sql`
    update webhook_deliveries set next_attempt_at = ${tx.now}
    where agent_id = ${agentId} and status = 'pending' and tries = 0 and next_attempt_at > ${tx.now}`.execute(
    tx,
  )
}

/** Cancels deliveries without an address. */
export async function cancelDeliveries(tx: Tx, ids: readonly Id<'dlv'>[]): Promise<void> {
  await sql`
    update webhook_deliveries
    set status = 'canceled', next_attempt_at = null, lease_until = null, finished_at = ${tx.now}
    where id = any(${[...ids]}::text[]) and status = 'pending'`.execute(tx)
}

/** Task events of leased push deliveries. */
export async function pushedEvents(reader: Reader, deliveries: readonly Leased[]): Promise<TaskEvent[]> {
  const changes = deliveries.flatMap(({ kind, data }) =>
    kind === 'push' && 'taskId' in data ? [{ taskId: data.taskId, sequence: data.sequence }] : [],
  )
  if (changes.length === 0) return []
  const { rows } = await sql<TaskEvent>`
    select e.task_id, e.seq, e.at, e.action, e.by, e.phase, e.reason, t.context_id, t.provider_id,
      case when e.message is null or e.size <= ${pushBytes} then e.message else ${messageStub} end as message,
      case when e.artifact is null or e.size <= ${pushBytes} then e.artifact else ${chunkStub} end as artifact
    from task_events e join tasks t on t.id = e.task_id
    where (e.task_id, e.seq) in (select * from unnest(
      ${changes.map(({ taskId }) => taskId)}::text[], ${changes.map(({ sequence }) => sequence)}::int[]))`.execute(
    reader,
  )
  return rows
}
