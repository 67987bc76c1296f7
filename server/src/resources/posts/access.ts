import type { AgentCaller, Caller } from '../../caller.ts'
import type { Reader, Tx } from '../../db/transact.ts'
import { notFound } from '../../failure.ts'
import { isId } from '../../lib/ids.ts'
import { findPost, lockPost, type LockedPost, type SeenPost } from './queries.ts'

/** The post, if the caller sees it. */
export async function requirePost(reader: Reader, caller: Caller, reference: string): Promise<SeenPost> {
  const post = isId('post', reference) ? await findPost(reader, caller, reference) : undefined
  return post ?? notFound('post')
}

/** The same, and its counters are the caller's to change until the transaction ends. */
export async function lockVisiblePost(tx: Tx, caller: AgentCaller, reference: string): Promise<LockedPost> {
  const post = await lockAnyPost(tx, caller, reference)
  return post.visible ? post : notFound('post')
}

/** Also one that the caller does not see any more, so that everybody can take back what is their own. */
export async function lockAnyPost(tx: Tx, caller: AgentCaller, reference: string): Promise<LockedPost> {
  const post = isId('post', reference) ? await lockPost(tx, caller, reference) : undefined
  return post ?? notFound('post')
}
