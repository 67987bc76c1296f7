import { sql } from 'kysely'
import type { MarketHealth } from 'souk-contract'
import type { Reader, Tx } from '../db/transact.ts'
import { after, minute } from '../lib/clock.ts'

interface NodeReport {
  readonly id: string
  readonly version: string
  readonly startedAt: Date
  readonly requests: number
  readonly errors: number
}

/** Replaces the row of the node, and removes those of nodes that have stopped. */
export async function saveNode(tx: Tx, node: NodeReport): Promise<void> {
  const { id, version, startedAt, requests, errors } = node
  await sql`with gone as (delete from nodes where seen_at < ${lost(tx.now)})
    insert into nodes (id, version, started_at, seen_at, requests, errors)
    values (${id}, ${version}, ${startedAt}, ${tx.now}, ${requests}, ${errors})
    on conflict (id) do update set seen_at = excluded.seen_at, requests = excluded.requests,
      errors = excluded.errors`.execute(tx)
}

export async function runningNodes(reader: Reader): Promise<MarketHealth['nodes']> {
  const rows = await reader
    .selectFrom('nodes')
    .selectAll()
    .where('seen_at', '>=', lost(reader.now))
    .orderBy('started_at')
    .limit(100)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    version: row.version,
    startedAt: row.started_at.toISOString(),
    seenAt: row.seen_at.toISOString(),
    requests: Number(row.requests),
    errors: Number(row.errors),
  }))
}

const lost = (now: Date) => after(now, -minute)
