import { sql, type Selectable } from 'kysely'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { newestFirst } from '../../page-queries.ts'
import { agentColumns, type AgentRow } from '../agents/queries.ts'
import { lockAgentRows } from '../agents/access-queries.ts'

export type FavoriteRow = Selectable<Schema['favorites']>

interface FavoriteFilter {
  readonly kind: FavoriteRow['kind'] | undefined
  readonly targets: readonly string[] | undefined
}

export async function favoritesOf(
  reader: Reader,
  agentId: Id<'agt'>,
  { filter, page }: { filter: FavoriteFilter; page: PageRequest },
): Promise<FavoriteRow[]> {
  const { kind, targets } = filter
  const conditions = [
    sql`agent_id = ${agentId}`,
    ...(kind === undefined ? [] : [sql`kind = ${kind}`]),
    ...(targets === undefined ? [] : [sql`target_id = any(${[...targets]}::text[])`]),
  ]
  const { rows } = await sql<FavoriteRow>`select * from favorites where ${sql.join(conditions, sql` and `)}
    and ${newestFirst(page, { at: sql`created_at`, id: sql`target_id` })}`.execute(reader)
  return rows
}

/** Agents that the public sees. */
export async function publicAgentsNamed(reader: Reader, ids: readonly string[]): Promise<AgentRow[]> {
  if (ids.length === 0) return []
  return reader
    .selectFrom('agents')
    .select(agentColumns)
    .where(sql<boolean>`id = any(${[...ids]}::text[])`)
    .where('archived_at', 'is', null)
    .where('visibility', '=', 'public')
    .execute()
}

/** Counts under a lock on the agent, so that two concurrent calls cannot both take the last slot. */
export async function lockFavoriteCount(tx: Tx, agentId: Id<'agt'>): Promise<number> {
  await lockAgentRows(tx, agentId)
  const { count } = await tx
    .selectFrom('favorites')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('agent_id', '=', agentId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findFavorite(
  reader: Reader,
  agentId: Id<'agt'>,
  targetId: string,
): Promise<FavoriteRow | undefined> {
  return reader
    .selectFrom('favorites')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('target_id', '=', targetId)
    .executeTakeFirst()
}

export async function insertFavorite(tx: Tx, row: FavoriteRow): Promise<void> {
  await tx.insertInto('favorites').values(row).execute()
}

/** By id, or by the handle of an agent, which may be hidden or archived by now. Returns the removed id. */
export async function deleteFavorite(
  tx: Tx,
  agentId: Id<'agt'>,
  target: string,
): Promise<string | undefined> {
  const { rows } = await sql<{ target_id: string }>`
    delete from favorites where agent_id = ${agentId}
      and target_id in (${target}, (select id from agents where handle = ${target}))
    returning target_id`.execute(tx)
  return rows[0]?.target_id
}
