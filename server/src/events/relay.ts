/** The only place that numbers events: one relay at a time, whichever node holds the lock. */
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Context } from '../context.ts'
import type { Tx } from '../db/transact.ts'

const batchSize = 2000
const busyMs = 5

/** Names the lock among all advisory locks of the database. */
const relayLock = 7_361_001n

/**
 * Moves what was committed from the outbox to the numbered events, and wakes every node. Another node that is at it right
 * now may have looked before our rows were there, so whoever finds the lock taken comes again.
 */
export async function relayEvents({ store, wakeups }: Context): Promise<number> {
  const moved = await store.write(moveBatch)
  if (moved === 'busy') return delay(busyMs, 1)
  if (moved.length > 0) await wakeups.publish(moved)
  return moved.length
}

/** The topics of the batch, once each, and `events` if there were any. */
async function moveBatch(tx: Tx): Promise<string[] | 'busy'> {
  const lock = await sql<{ held: boolean }>`select pg_try_advisory_xact_lock(${relayLock}) as held`.execute(
    tx,
  )
  if (lock.rows[0]?.held !== true) return 'busy'
  // Not prepared: a plan that was made for an empty outbox takes long when it is full. And taken up to an id instead of by
  // their ids: as long as PostgreSQL has not counted anew, it would look for each in the whole table.
  const { rows } = await sql<{ topic: string }>`
    with /* relay-events */ taken as (
      delete from outbox
      where id <= (select max(id) from (select id from outbox order by id limit ${batchSize}) oldest) returning *
    ), told as (
      select *, row_number() over (order by id) as place from taken where kind is not null
    ), counted as (
      update event_numbers set last = last + (select count(*) from told) returning last
    ), numbered as (
      insert into events (number, id, at, agent_id, kind, subject, data)
      select counted.last - (select count(*) from told) + told.place, id, at, agent_id, kind, subject, data
      from told, counted
    )
    select distinct unnest(topics) as topic from taken union select 'events' from told`.execute(tx)
  return rows.map(({ topic }) => topic)
}
