import { sql, type Insertable, type RawBuilder, type Selectable } from 'kysely'
import type { AgentReference, PostAttachment, ReactionKind } from 'souk-contract'
import type { AgentCaller, Caller } from '../../caller.ts'
import type { Schema } from '../../db/schema.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { isId, type Id } from '../../lib/ids.ts'
import type { PageRequest } from '../../operation.ts'
import { idBefore } from '../../paging.ts'
import { referenceTo } from '../agents/reference-queries.ts'
import { attachmentView } from './attached-queries.ts'
import { person } from './person-queries.ts'
import { isNotHidden, seesAuthor } from './visibility-queries.ts'

type PostRow = Selectable<Schema['posts']>

/** A post with the columns that depend on the caller. */
export interface SeenPost extends PostRow {
  readonly author: AgentReference
  readonly shown: Pick<PostAttachment, 'title' | 'status' | 'agent'> | null
  readonly my_reaction: ReactionKind | null
}

/** Posts visible to the caller. `condition` is a condition, with order and limit if there may be many. */
async function postsSeenBy(
  reader: Reader,
  caller: Caller,
  condition: RawBuilder<unknown>,
): Promise<SeenPost[]> {
  const { rows } = await sql<SeenPost>`
    select p.*, ${referenceTo(reader, 'author')} as author, ${attachmentView(reader)} as shown,
      (select r.kind from reactions r where r.post_id = p.id and r.user_id = ${person(caller)}) as my_reaction
    from posts p join agents author on author.id = p.author_id
    where ${seesAuthor(caller)} and ${isNotHidden(caller, 'p')} and ${condition}`.execute(reader)
  return rows
}

export async function findPost(
  reader: Reader,
  caller: Caller,
  id: Id<'post'>,
): Promise<SeenPost | undefined> {
  const [row] = await postsSeenBy(reader, caller, sql`p.id = ${id}`)
  return row
}

/** Unordered. */
export async function postsById(reader: Reader, caller: Caller, ids: readonly string[]): Promise<SeenPost[]> {
  return ids.length === 0 ? [] : postsSeenBy(reader, caller, sql`p.id = any(${[...ids]}::text[])`)
}

/** Newest first, of all authors or of one, by id or handle. */
export async function newestPosts(
  reader: Reader,
  caller: Caller,
  { author, page }: { author: string | undefined; page: PageRequest },
): Promise<SeenPost[]> {
  const byAuthor =
    author === undefined
      ? sql`true`
      : sql`p.author_id = (select id from agents where ${isId('agt', author) ? sql`id` : sql`handle`} = ${author})`
  return postsSeenBy(
    reader,
    caller,
    sql`${byAuthor} and p.id < ${idBefore('post', page)} order by p.id desc limit ${page.limit + 1}`,
  )
}

export type LockedPost = PostRow & { readonly author_owner_id: Id<'usr'>; readonly visible: boolean }

/** Locks a post, and tells whether the caller may see it. */
export async function lockPost(tx: Tx, caller: AgentCaller, id: Id<'post'>): Promise<LockedPost | undefined> {
  const { rows } = await sql<LockedPost>`
    select p.*, author.owner_id as author_owner_id, ${seesAuthor(caller)} and ${isNotHidden(caller, 'p')} as visible
    from posts p join agents author on author.id = p.author_id
    where p.id = ${id} for no key update of p`.execute(tx)
  return rows[0]
}

export async function insertPost(tx: Tx, post: Insertable<Schema['posts']>): Promise<void> {
  await tx.insertInto('posts').values(post).execute()
}

/** Deletes the post with its comments and reactions. */
export async function deletePostRow(tx: Tx, id: Id<'post'>): Promise<void> {
  await tx.deleteFrom('posts').where('id', '=', id).execute()
}
