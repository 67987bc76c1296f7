/**
 * The durable record of changes of authority. A wake-up of another node can be lost or late; each node also reads this
 * table once a second, so that a loss of authority takes effect there within two seconds in any case.
 */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Logger } from 'pino'
import type { Schema } from '../db/schema.ts'
import type { Store } from '../db/transact.ts'
import type { PubSub } from '../node/pubsub.ts'
import { isAuthorityTopic } from './topics.ts'

export async function recordAuthorityChanges(
  transaction: Kysely<Schema>,
  topics: Iterable<string>,
  now: Date,
): Promise<void> {
  const rows = [...topics].filter(isAuthorityTopic).map((topic) => ({ topic, at: now }))
  if (rows.length > 0) await transaction.insertInto('authority_changes').values(rows).execute()
}

/** Follows the table at one node. */
export interface AuthorityTail {
  /** Announces on this node what was committed since the last call. */
  read(): Promise<number>
}

interface Parts {
  readonly store: Store
  readonly pubsub: Pick<PubSub, 'publish'>
  readonly log: Pick<Logger, 'warn'>
}

export function createAuthorityTail({ store, pubsub, log }: Parts): AuthorityTail {
  /** Every transaction below it had ended at the last call. */
  let horizon: string | undefined
  let announced = new Set<string>()
  return {
    read: async () => {
      // A failure is not thrown: a worker that failed would wait longer and longer before its next try.
      const found = await store
        .autocommit(({ run }) => run(changesSince(horizon)))
        .catch((error: unknown) => {
          log.warn({ error: String(error) }, 'changes of authority not read')
        })
      const changes = found?.flatMap(({ changes: listed }) => listed ?? []) ?? []
      horizon = found?.[0]?.horizon ?? horizon
      const fresh = changes.filter((change) => !announced.has(change))
      if (found !== undefined) announced = new Set(changes)
      pubsub.publish(new Set(fresh.map(topicOf)))
      return fresh.length
    },
  }
}

/** What was not yet visible to the last call belongs to a transaction at or above its horizon; the first call finds nothing. */
function changesSince(horizon: string | undefined) {
  return sql<{ horizon: string; changes: string[] | null }>`/* authority-changes */
    select pg_snapshot_xmin(pg_current_snapshot())::text as horizon,
      (select array_agg(distinct transaction_id || ' ' || topic) from authority_changes
       where transaction_id >= ${horizon ?? null}::xid8) as changes`
}

function topicOf(change: string): string {
  return change.slice(change.indexOf(' ') + 1)
}
