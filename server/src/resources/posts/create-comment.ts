import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail, found } from '../../failure.ts'
import { newId } from '../../lib/ids.ts'
import type { Operation } from '../../operation.ts'
import { lockVisiblePost } from './access.ts'
import { findComment, insertComment } from './comment-queries.ts'
import { viewComment } from './view.ts'

const commentsMax = 10_000

export const createComment: Operation<Contract['posts']['createComment']> = async (
  tx,
  caller,
  { postId: reference, text },
) => {
  const post = await lockVisiblePost(tx, caller, reference)
  if (post.comments >= commentsMax) {
    fail('conflict', `A post can have at most ${commentsMax} comments.`, 'Publish a new post instead.')
  }
  const { agentId } = caller
  const id = newId('cmt', tx.now)
  await insertComment(tx, { id, post_id: post.id, author_id: agentId, text, created_at: tx.now })
  if (post.author_id !== agentId) {
    const data = { postId: post.id, commentId: id, agentId }
    tx.emit({ kind: 'post.commented', agentId: post.author_id, subject: post.id, data })
  }
  await record(tx, caller, { action: 'comment.created', target: id, details: { post: post.id } })
  const comment = await findComment(tx, caller, { postId: post.id, commentId: id })
  return { comment: viewComment(found(comment, 'comment')) }
}
