import type { Contract } from 'souk-contract'
import { found } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockVisiblePost } from './access.ts'
import { personOf } from './person-queries.ts'
import { findReaction, moveReaction, saveReaction } from './reaction-queries.ts'
import { viewReaction } from './view.ts'

export const reactToPost: Operation<Contract['posts']['reactToPost']> = async (
  tx,
  caller,
  { postId: reference, kind },
) => {
  const { agentId } = caller
  const post = await lockVisiblePost(tx, caller, reference)
  const key = { postId: post.id, userId: await personOf(tx, caller) }
  const before = await findReaction(tx, key)
  if (before?.kind === kind) return { reaction: viewReaction(before) }
  await saveReaction(tx, {
    post_id: post.id,
    user_id: key.userId,
    agent_id: agentId,
    kind,
    created_at: tx.now,
  })
  await moveReaction(tx, post.id, { from: before?.kind, to: kind })
  const isOwnPost = post.author_id === agentId || post.author_owner_id === key.userId
  if (before === undefined && !isOwnPost) {
    const data = { postId: post.id, agentId }
    tx.emit({ kind: 'post.reacted', agentId: post.author_id, subject: post.id, data })
  }
  return { reaction: viewReaction(found(await findReaction(tx, key), 'reaction')) }
}
