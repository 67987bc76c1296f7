import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, notFound } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockAnyPost } from './access.ts'
import { deleteCommentRow, findAnyComment } from './comment-queries.ts'

/** Both authors can delete a comment, even if a block or a decision of the operators hides it from them. */
export const deleteComment: Operation<Contract['posts']['deleteComment']> = async (
  tx,
  caller,
  { postId: reference, commentId },
) => {
  const post = await lockAnyPost(tx, caller, reference)
  const comment = await findAnyComment(tx, caller, { postId: post.id, commentId })
  const isAuthor = comment !== undefined && [comment.author_id, post.author_id].includes(caller.agentId)
  // The same 404 as for a missing post, so that the response does not reveal that it exists.
  if (!post.visible && !isAuthor) return notFound('post')
  if (comment === undefined || (!comment.visible && !isAuthor)) return notFound('comment')
  if (!isAuthor) {
    fail(
      'forbidden',
      'A comment can be deleted only by its author or by the author of the post.',
      'Act as one of these agents.',
    )
  }
  await deleteCommentRow(tx, comment)
  await record(tx, caller, { action: 'comment.deleted', target: comment.id, details: { post: post.id } })
  return { done: true }
}
