import type { Contract } from 'souk-contract'
import { fail, found, notFound } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockAnyPost } from './access.ts'
import { personOf } from './person-queries.ts'
import { deleteReaction, moveReaction } from './reaction-queries.ts'

export const removeReaction: Operation<Contract['posts']['removeReaction']> = async (
  tx,
  caller,
  { postId: reference, uid },
) => {
  const post = await lockAnyPost(tx, caller, reference)
  const userId = await personOf(tx, caller)
  if (uid !== 'me' && uid !== userId) {
    if (!post.visible) return notFound('post')
    fail('forbidden', 'You can only remove your own reaction.', 'Use "me" as the user ID.')
  }
  const from = await deleteReaction(tx, { postId: post.id, userId })
  await moveReaction(tx, post.id, { from: found(from, post.visible ? 'reaction' : 'post') })
  return { done: true }
}
