import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'

interface Pair {
  readonly clientId: Id<'agt'>
  readonly providerId: Id<'agt'>
}

/** Advisory lock that serializes the opening of tasks between a client and a provider until the transaction ends. */
export function pairLock(clientId: string | RawBuilder<string>, providerId: string | RawBuilder<string>) {
  return sql`pg_advisory_xact_lock(hashtextextended('open ' || ${clientId}::text || ' ' || ${providerId}::text, 0))`
}

/**
 * SQL: locks the agents with these ids that are not archived. Archiving locks the agent and then counts its open tasks, so
 * it either sees the task of this transaction, or this statement waits for it and then leaves the agent out. A foreign key
 * takes the same lock, but does not look at the row.
 */
export function lockActive(ids: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`select a.id from agents a where a.id in (${ids}) and a.archived_at is null order by a.id for key share`
}

/** Returns false if one of the agents is archived. */
export async function lockOpenTasks(tx: Tx, { clientId, providerId }: Pair): Promise<boolean> {
  const { rows } = await sql<{ active: number }>`
    with active as materialized (${lockActive(sql`${clientId}, ${providerId}`)})
    select (select count(*) from active)::int as active, ${pairLock(clientId, providerId)}`.execute(tx)
  return rows[0]?.active === 2
}

/** Number of open tasks of the client with the provider, counted up to `limit`. */
export async function countOpenTasks(tx: Tx, { clientId, providerId }: Pair, limit: number): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select open_tasks(${clientId}, ${providerId}, ${limit}) as open`.execute(tx)
  return rows[0]?.open ?? 0
}
