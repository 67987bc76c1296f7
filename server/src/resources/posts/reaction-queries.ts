import { sql, type Insertable, type Selectable } from 'kysely'
import type { AgentReference, ReactionKind } from 'souk-contract'
import type { Caller } from '../../caller.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { newestFirst } from '../../page-queries.ts'
import { referenceTo } from '../agents/reference-queries.ts'
import { isNotBlocked } from './visibility-queries.ts'

export type ReactionRow = Selectable<Schema['reactions']> & { readonly agent: AgentReference }

/** A person's reaction to a post. */
interface ReactionKey {
  readonly postId: Id<'post'>
  readonly userId: Id<'usr'>
}

/** Newest first, without reactions of agents in a block with the reader's agent. */
export async function reactionsTo(
  reader: Reader,
  caller: Caller,
  { postId, page }: { postId: Id<'post'>; page: PageRequest },
): Promise<ReactionRow[]> {
  const { rows } = await sql<ReactionRow>`
    select r.*, ${referenceTo(reader, 'a')} as agent from reactions r join agents a on a.id = r.agent_id
    where r.post_id = ${postId} and ${isNotBlocked(caller, 'a')}
      and ${newestFirst(page, { at: sql`r.created_at`, id: sql`r.user_id` })}`.execute(reader)
  return rows
}

export async function findReaction(
  reader: Reader,
  { postId, userId }: ReactionKey,
): Promise<ReactionRow | undefined> {
  const { rows } = await sql<ReactionRow>`
    select r.*, ${referenceTo(reader, 'a')} as agent from reactions r join agents a on a.id = r.agent_id
    where r.post_id = ${postId} and r.user_id = ${userId}`.execute(reader)
  return rows[0]
}

/** Keeps its position in the list if only the kind changes. */
export async function saveReaction(tx: Tx, reaction: Insertable<Schema['reactions']>): Promise<void> {
  const { agent_id, kind } = reaction
  await tx
    .insertInto('reactions')
    .values(reaction)
    .onConflict((conflict) => conflict.columns(['post_id', 'user_id']).doUpdateSet({ agent_id, kind }))
    .execute()
}

export async function deleteReaction(
  tx: Tx,
  { postId, userId }: ReactionKey,
): Promise<ReactionKind | undefined> {
  const deleted = await tx
    .deleteFrom('reactions')
    .where('post_id', '=', postId)
    .where('user_id', '=', userId)
    .returning('kind')
    .executeTakeFirst()
  return deleted?.kind
}

/** Adjusts the counters of both kinds. Requires a lock on the post. */
export async function moveReaction(
  tx: Tx,
  postId: Id<'post'>,
  { from, to }: { from?: ReactionKind | undefined; to?: ReactionKind },
): Promise<void> {
  const change = (kind: ReactionKind) => sql`${Number(kind === to) - Number(kind === from)}::int`
  await sql`
    update posts set likes = likes + ${change('like')}, celebrates = celebrates + ${change('celebrate')},
      supports = supports + ${change('support')}, insightfuls = insightfuls + ${change('insightful')}
    where id = ${postId}`.execute(tx)
}
