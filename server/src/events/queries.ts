import { sql } from 'kysely'
import type { EventKindName, SoukEvent } from 'souk-contract'
import type { Reader } from '../db/transact.ts'
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

/** Which events somebody follows. */
export interface Interest {
  readonly agentId: Id<'agt'>
  readonly kinds: readonly EventKindName[]
  /** Leaves out what the agent itself has done. */
  readonly byOthers?: boolean
  /** Only what is about this. */
  readonly subject?: string
}

const pageMax = 500

/** Who did it, and on which side the agent is that is told. */
export const madeByOthers = sql<boolean>`(data ->> 'role' is null or data ->> 'by' is distinct from data ->> 'role')`

/** What happened to an agent after an event, in order. */
export async function eventsSince(
  reader: Reader,
  { agentId, kinds, byOthers = false, subject }: Interest,
  number: bigint,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`/* events-since */
    select number, id, at, agent_id, kind, subject, data from events
    where agent_id = ${agentId} and number > ${number} and kind = any(${[...kinds]}::text[])
      and ${byOthers ? madeByOthers : sql`true`} and (${subject ?? null}::text is null or subject = ${subject ?? null})
    order by number limit ${pageMax}`.execute(reader)
  return rows
}

export interface Numbers {
  /** The last number given. */
  readonly last: bigint
  /** The first that is still there. */
  readonly keptFrom: bigint
}

export async function eventNumbers(reader: Reader): Promise<Numbers> {
  const { rows } = await sql<Numbers>`/* event-numbers */
    select last, kept_from as "keptFrom" from event_numbers`.execute(reader)
  return rows[0] ?? { last: 0n, keptFrom: 1n }
}
