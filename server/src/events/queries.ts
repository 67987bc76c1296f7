import { sql } from 'kysely'
import type { EventKindName, SoukEvent } from 'souk-contract'
import type { Reader, Tx } from '../db/transact.ts'
import type { Id } from '../lib/ids.ts'

export interface EventRow {
  readonly number: bigint
  readonly id: Id<'evt'>
  readonly at: Date
  readonly agent_id: Id<'agt'>
  readonly kind: EventKindName
  readonly subject: string | null
  readonly data: SoukEvent['data']
}

/** Events that a subscriber receives. */
export interface EventFilter {
  readonly agentId: Id<'agt'>
  readonly kinds: readonly EventKindName[]
  /** Excludes events caused by the agent itself. */
  readonly byOthers?: boolean
  /** Only events about this object. */
  readonly subject?: string
}

const pageMax = 500

/** The event was not caused by the side of the agent that receives it. */
export const isByOthers = sql<boolean>`(data ->> 'role' is null
  or case data ->> 'by' when 'listing' then 'client' else data ->> 'by' end is distinct from data ->> 'role')`

/** An event as streams send it. */
export interface StreamedEvent {
  readonly number: number
  readonly agentId: Id<'agt'>
  readonly kind: EventKindName
  readonly subject: string | null
  readonly byOthers: boolean
  readonly data: SoukEvent['data']
}

const streamedColumns = sql`number::float8 as number, agent_id as "agentId", kind, subject, ${isByOthers} as "byOthers", data`

/** Events of an agent after a number, in order. */
export async function agentEventsAfter(
  reader: Reader,
  { agentId, kinds, byOthers = false, subject }: EventFilter,
  number: number,
): Promise<StreamedEvent[]> {
  const { rows } = await sql<StreamedEvent>`/* events-since */
    select ${streamedColumns} from events
    where agent_id = ${agentId} and number > ${number}::bigint and kind = any(${[...kinds]}::text[])
      and ${byOthers ? isByOthers : sql`true`} and (${subject ?? null}::text is null or subject = ${subject ?? null})
    order by number limit ${pageMax}`.execute(reader)
  return rows
}

/** Events of all agents after a number, in order. */
export async function eventsAfter(reader: Reader, number: number): Promise<StreamedEvent[]> {
  const { rows } = await sql<StreamedEvent>`/* events-after */
    select ${streamedColumns} from events where number > ${number}::bigint order by number limit ${pageMax}`.execute(
    reader,
  )
  return rows
}

interface EventNumbers {
  /** Last assigned number. */
  readonly last: number
  /** First retained number. */
  readonly keptFrom: number
}

export async function eventNumbers(reader: Reader): Promise<EventNumbers> {
  const { rows } = await sql<EventNumbers>`/* event-numbers */
    select last::float8 as last, kept_from::float8 as "keptFrom" from event_numbers`.execute(reader)
  return rows[0] ?? { last: 0, keptFrom: 1 }
}

/** Deletes the oldest events, and records the first retained number. Returns the count. */
export async function deleteEventsBefore(tx: Tx, time: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ removed: number }>`
    with old as (
      select number from events where at < ${time} and not is_held_agent(agent_id) order by number limit ${limit}
    ), gone as (
      delete from events where number in (select number from old) returning number
    ), kept as (
      update event_numbers set kept_from = greatest(kept_from, (select max(number) + 1 from gone))
      where exists (select from gone)
    )
    select count(*)::int as removed from gone`.execute(tx)
  return rows[0]?.removed ?? 0
}
