import type { AgentCaller, Caller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { findPost, lockPost, type LockedPost, type SeenPost } from './queries.ts'

/** The post, if the caller may see it. */
export async function requirePost(reader: Reader, caller: Caller, reference: string): Promise<SeenPost> {
  const post = isId('post', reference) ? await findPost(reader, caller, reference) : undefined
  return post ?? notFound('post')
}

/** The post, if the caller may see it, locked for changes of its counters. */
export async function lockVisiblePost(tx: Tx, caller: AgentCaller, reference: string): Promise<LockedPost> {
  const post = await lockAnyPost(tx, caller, reference)
  return post.visible ? post : notFound('post')
}

/** Also returns a post that the caller can no longer see, so that agents can delete their own content. */
export async function lockAnyPost(tx: Tx, caller: AgentCaller, reference: string): Promise<LockedPost> {
  const post = isId('post', reference) ? await lockPost(tx, caller, reference) : undefined
  return post ?? notFound('post')
}
