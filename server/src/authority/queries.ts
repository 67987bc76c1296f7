import { sql, type Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'

export async function insertChanges(
  transaction: Kysely<Schema>,
  rows: readonly { readonly topic: string; readonly at: Date }[],
): Promise<void> {
  await transaction
    .insertInto('authority_changes')
    .values([...rows])
    .execute()
}

/** A change that the previous call could not see belongs to a transaction at or above its horizon. The first call finds nothing. */
export function changesSince(horizon: string | undefined) {
  return sql<{ horizon: string; changes: string[] | null }>`/* authority-changes */
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      (select array_agg(distinct transaction_id || ' ' || topic) from authority_changes
       where transaction_id >= ${horizon ?? null}::xid8) as changes`
}
