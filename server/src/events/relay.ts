/** The only place that numbers events: one relay at a time, whichever node holds the lock. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../context.ts'

const batchSize = 2000
const busyMs = 5

/** Names the lock among all advisory locks of the database. */
const relayLock = 7_361_001n

/**
 * Moves what was committed from the outbox to the numbered events, and wakes every node. Another node that is at it right
 * now may have looked before our rows were there, so whoever finds the lock taken comes again.
 */
export async function relayEvents({ store, wakeups }: Context): Promise<number> {
  const rows = await store.autocommit(({ run }) => run(moveBatch))
  const topics = rows.flatMap(({ topic }) => topic ?? [])
  if (topics.length > 0) await wakeups.publish(topics)
  else if (rows.length > 0) return delay(busyMs, 1)
  return topics.length
}

/**
 * The topics of the batch, once each, and `events` if there were any; or nothing but null while another node is at it, or
 * was when this began: then what it has taken is still seen here, and cannot be taken again.
 *
 * Not prepared: a plan that was made for an empty outbox takes long when it is full. And taken up to an id instead of by
 * their ids: as long as PostgreSQL has not counted anew, it would look for each in the whole table.
 */
const moveBatch = sql<{ topic: string | null }>`
  with /* relay-events */ lock as materialized (
    select pg_try_advisory_xact_lock(${relayLock}) as held
  ), oldest as materialized (
    select max(id) as last from (select id from outbox order by id limit ${batchSize}) o
  ), taken as (
    delete from outbox where (select held from lock) and id <= (select last from oldest) returning *
  ), told as (
    select *, row_number() over (order by id) as place from taken where kind is not null
  ), counted as (
    update event_numbers set last = last + (select count(*) from told) where exists (select from told) returning last
  ), numbered as (
    insert into events (number, id, at, agent_id, kind, subject, data)
    select counted.last - (select count(*) from told) + told.place, id, at, agent_id, kind, subject, data
    from told, counted
  )
  select distinct unnest(topics) as topic from taken union select 'events' from told
  union all select null from oldest where last is not null and not exists (select from taken)`
