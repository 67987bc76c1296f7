import { sql, type RawBuilder } from 'kysely'
import type { Schema } from '../db/schema.ts'
import type { Tx } from '../db/transact.ts'
import { after, day, hour } from '../lib/clock.ts'
import { withoutPendingApproval } from '../approvals/enforcement/request-queries.ts'
import { withoutGrant } from '../resources/oauth/clients/client-queries.ts'
import { unusedClientMs } from '../resources/oauth/rules.ts'
import { keptMs } from '../resources/saved-searches/match-queries.ts'

interface Sweep {
  readonly table: keyof Schema
  readonly column: string
  readonly ageMs: number
  /** Restricts which rows are deleted. */
  readonly only?: RawBuilder<unknown>
}

/** Rows that only work in progress needs. `retention/queries.ts` has the periods that operators choose. */
export const sweeps: readonly Sweep[] = [
  { table: 'idempotency_keys', column: 'created_at', ageMs: day, only: withoutPendingApproval },
  { table: 'rate_limits', column: 'idle_at', ageMs: day },
  { table: 'one_time_tokens', column: 'expires_at', ageMs: 7 * day },
  { table: 'authority_changes', column: 'at', ageMs: hour },
  { table: 'oauth_codes', column: 'expires_at', ageMs: day },
  { table: 'oauth_device_requests', column: 'expires_at', ageMs: day },
  { table: 'oauth_tokens', column: 'expires_at', ageMs: day },
  { table: 'oauth_grants', column: 'created_at', ageMs: day, only: sql`connected_at is null` },
  { table: 'oauth_clients', column: 'used_at', ageMs: unusedClientMs, only: withoutGrant },
  { table: 'verification_runs', column: 'finished_at', ageMs: 30 * day },
  { table: 'saved_search_matches', column: 'matched_at', ageMs: 2 * keptMs },
  { table: 'thread_files', column: 'created_at', ageMs: day, only: sql`message_id is null` },
]

/** Deletes a batch of old rows. Returns the count. */
export async function deleteOldRows(
  tx: Tx,
  { table, column, ageMs, only = sql`true` }: Sweep,
  limit: number,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from ${sql.table(table)} where ctid in (
      select ctid from ${sql.table(table)}
      where ${sql.ref(column)} < ${after(tx.now, -ageMs)} and ${only} limit ${limit}
    )`.execute(tx)
  return Number(numAffectedRows)
}
