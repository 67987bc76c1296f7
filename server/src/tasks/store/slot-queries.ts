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

export async function lockOpenTasks(tx: Tx, { clientId, providerId }: Pair): Promise<void> {
  await sql`select ${pairLock(clientId, providerId)}`.execute(tx)
}

/** Number of open tasks of the client with the provider, counted up to `limit`. */
export async function countOpenTasks(tx: Tx, { clientId, providerId }: Pair, limit: number): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    select open_tasks(${clientId}, ${providerId}, ${limit}) as open`.execute(tx)
  return rows[0]?.open ?? 0
}
