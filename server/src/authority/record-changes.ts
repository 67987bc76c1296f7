import type { Kysely } from 'kysely'
import type { Schema } from '../db/schema.ts'
import { insertChanges } from './queries.ts'
import { isAuthorityTopic } from './topics.ts'

/** Records the authority topics of a transaction, for nodes that miss the wakeup. */
export async function recordAuthorityChanges(
  transaction: Kysely<Schema>,
  topics: Iterable<string>,
  now: Date,
): Promise<void> {
  const rows = [...topics].filter(isAuthorityTopic).map((topic) => ({ topic, at: now }))
  if (rows.length > 0) await insertChanges(transaction, rows)
}
