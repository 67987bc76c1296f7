import { sql } from 'kysely'

const batchSize = 2000
/** Advisory lock key. */
const relayLock = 7_361_001n

/**
 * Distinct topics of the batch, and `events` if there were any. A single null if another node holds the lock or held it
 * at the start: rows it has moved are still visible in this snapshot and must not be moved again. Not prepared: a plan
 * made for an empty outbox is slow for a full one. Rows are deleted up to a place instead of by a list: with
 * outdated statistics the planner would scan the table for each. Ids follow the clock and the start of a transaction, so two
 * nodes that change one object in turn can assign them in the reverse order; `written` is assigned under its lock.
 */
export const moveBatch = sql<{ topic: string | null }>`
  with /* relay-events */ lock as materialized (
    select pg_try_advisory_xact_lock(${relayLock}) as held
  ), oldest as materialized (
    select max(written) as last from (select written from outbox order by written limit ${batchSize}) o
  ), taken as (
    delete from outbox where (select held from lock) and written <= (select last from oldest) returning *
  ), new_events as (
    select *, row_number() over (order by written) as place from taken where kind is not null
  ), counted as (
    update event_numbers set last = last + (select count(*) from new_events) where exists (select from new_events) returning last
  ), numbered as (
    insert into events (number, id, at, agent_id, kind, subject, data)
    select counted.last - (select count(*) from new_events) + new_events.place, id, at, agent_id, kind, subject, data
    from new_events, counted
  )
  select distinct unnest(topics) as topic from taken union select 'events' from new_events
  union all select null from oldest where last is not null and not exists (select from taken)`
