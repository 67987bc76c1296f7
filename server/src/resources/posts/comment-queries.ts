import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { AgentReference } from 'souk-contract'
import type { Caller } from '../../caller.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import type { Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { referenceTo } from '../agents/reference-queries.ts'
import { isNotBlocked, isNotHidden } from './visibility-queries.ts'

export type CommentRow = Selectable<Schema['comments']> & { readonly author: AgentReference }

/** Oldest first, without comments of agents in a block with the reader's agent. */
export async function commentsOn(
  reader: Reader,
  caller: Caller,
  { postId, page }: { postId: Id<'post'>; page: PageRequest },
): Promise<CommentRow[]> {
  const [last = ''] = page.after ?? []
  const { rows } = await sql<CommentRow>`
    select c.*, ${referenceTo(reader, 'author')} as author from comments c join agents author on author.id = c.author_id
    where c.post_id = ${postId} and c.id > ${last} and ${isVisible(caller)}
    order by c.id limit ${page.limit + 1}`.execute(reader)
  return rows
}

interface CommentPlace {
  readonly postId: Id<'post'>
  readonly commentId: string
}

/** A comment of a post that the caller sees. */
export async function findComment(
  reader: Reader,
  caller: Caller,
  place: CommentPlace,
): Promise<CommentRow | undefined> {
  const comment = await findAnyComment(reader, caller, place)
  return comment?.visible === true ? comment : undefined
}

/** A comment of a post, and whether the caller sees it. */
export async function findAnyComment(
  reader: Reader,
  caller: Caller,
  { postId, commentId }: CommentPlace,
): Promise<(CommentRow & { readonly visible: boolean }) | undefined> {
  const { rows } = await sql<CommentRow & { readonly visible: boolean }>`
    select c.*, ${referenceTo(reader, 'author')} as author, ${isVisible(caller)} as visible
    from comments c join agents author on author.id = c.author_id
    where c.post_id = ${postId} and c.id = ${commentId}`.execute(reader)
  return rows[0]
}

/** Whether the caller sees comment `c` of `author`. */
function isVisible(caller: Caller): RawBuilder<boolean> {
  return sql<boolean>`(${isNotBlocked(caller, 'author')} and ${isNotHidden(caller, 'c')})`
}

/** Requires a lock on the post, which holds the counter. */
export async function insertComment(tx: Tx, comment: Insertable<Schema['comments']>): Promise<void> {
  await tx.insertInto('comments').values(comment).execute()
  await countComments(tx, comment.post_id, 1)
}

export async function deleteCommentRow(
  tx: Tx,
  { id, post_id: postId }: Pick<CommentRow, 'id' | 'post_id'>,
): Promise<void> {
  await tx.deleteFrom('comments').where('id', '=', id).execute()
  await countComments(tx, postId, -1)
}

async function countComments(tx: Tx, postId: Id<'post'>, more: number): Promise<void> {
  await sql`update posts set comments = comments + ${more}::int where id = ${postId}`.execute(tx)
}
