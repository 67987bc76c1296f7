import { sql, type RawBuilder } from 'kysely'
import type { AgentReference } from 'souk-contract'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { newestFirst } from '../../page-queries.ts'
import { referenceTo } from '../agents/reference-queries.ts'
import { lockAgentRows } from '../agents/access-queries.ts'

/**
 * Whether either agent has blocked the other. Takes ids or columns. Two conditions instead of one with `or` on both
 * columns, because each is a single index lookup.
 */
export function isBlockedEitherWay(
  one: Id<'agt'> | RawBuilder<unknown>,
  other: Id<'agt'> | RawBuilder<unknown>,
): RawBuilder<boolean> {
  const blocks = (blocker: typeof one, blocked: typeof one) =>
    sql`exists (select from blocks where blocker_id = ${blocker} and blocked_id = ${blocked})`
  return sql<boolean>`(${blocks(one, other)} or ${blocks(other, one)})`
}

export async function isEitherBlocked(reader: Reader, one: Id<'agt'>, other: Id<'agt'>): Promise<boolean> {
  const { rows } = await sql<{
    blocked: boolean
  }>`select ${isBlockedEitherWay(one, other)} as blocked`.execute(reader)
  return rows[0]?.blocked === true
}

export interface BlockRow {
  readonly blocked_id: Id<'agt'>
  readonly created_at: Date
  readonly agent: AgentReference
}

export async function blocksOf(reader: Reader, blockerId: Id<'agt'>, page: PageRequest): Promise<BlockRow[]> {
  const { rows } = await sql<BlockRow>`
    select b.blocked_id, b.created_at, ${referenceTo(reader, 'a')} as agent
    from blocks b join agents a on a.id = b.blocked_id
    where b.blocker_id = ${blockerId}
      and ${newestFirst(page, { at: sql`b.created_at`, id: sql`b.blocked_id` })}`.execute(reader)
  return rows
}

/** Counts under a lock on the agent, so that two concurrent calls cannot both take the last slot. */
export async function lockBlockCount(tx: Tx, blockerId: Id<'agt'>): Promise<number> {
  await lockAgentRows(tx, blockerId)
  const { count } = await tx
    .selectFrom('blocks')
    .select((select) => select.fn.countAll<bigint>().as('count'))
    .where('blocker_id', '=', blockerId)
    .executeTakeFirstOrThrow()
  return Number(count)
}

export async function findBlock(
  reader: Reader,
  blockerId: Id<'agt'>,
  blockedId: Id<'agt'>,
): Promise<BlockRow | undefined> {
  const { rows } = await sql<BlockRow>`
    select b.blocked_id, b.created_at, ${referenceTo(reader, 'a')} as agent
    from blocks b join agents a on a.id = b.blocked_id
    where b.blocker_id = ${blockerId} and b.blocked_id = ${blockedId}`.execute(reader)
  return rows[0]
}

export async function insertBlock(tx: Tx, blockerId: Id<'agt'>, blockedId: Id<'agt'>): Promise<void> {
  await tx
    .insertInto('blocks')
    .values({ blocker_id: blockerId, blocked_id: blockedId, created_at: tx.now })
    .execute()
}

/** Returns the unblocked agent, by id or handle; it may be archived. */
export async function deleteBlock(
  tx: Tx,
  blockerId: Id<'agt'>,
  reference: string,
): Promise<Id<'agt'> | undefined> {
  const { rows } = await sql<{ blocked_id: Id<'agt'> }>`
    delete from blocks using agents a
    where blocker_id = ${blockerId} and a.id = blocked_id
      and ${isId('agt', reference) ? sql`a.id` : sql`a.handle`} = ${reference}
    returning blocked_id`.execute(tx)
  return rows[0]?.blocked_id
}
