import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, notFound } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockAnyPost } from './access.ts'
import { deleteCommentRow, findComment } from './comment-queries.ts'

export const deleteComment: Operation<Contract['posts']['deleteComment']> = async (
  tx,
  caller,
  { postId: reference, commentId },
) => {
  const post = await lockAnyPost(tx, caller, reference)
  const comment = await findComment(tx, caller, { postId: post.id, commentId })
  const own = comment !== undefined && [comment.author_id, post.author_id].includes(caller.agentId)
  // Whoever does not see the post must not learn from another word that it is there.
  if (!post.visible && !own) return notFound('post')
  if (comment === undefined) return notFound('comment')
  if (!own) {
    fail(
      'forbidden',
      'Only its author and the author of the post can delete this comment.',
      'Act as one of them: send its key, or name it in X-Agent-Context.',
    )
  }
  await deleteCommentRow(tx, comment)
  await record(tx, caller, { action: 'comment.deleted', target: comment.id, details: { post: post.id } })
  return { done: true }
}
