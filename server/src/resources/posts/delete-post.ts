import type { Contract } from 'souk-contract'
import { record } from '../../audit/record.ts'
import { fail } from '../../failure.ts'
import type { Operation } from '../../operation.ts'
import { lockVisiblePost } from './access.ts'
import { deletePostRow } from './queries.ts'

export const deletePost: Operation<Contract['posts']['deletePost']> = async (tx, caller, { postId }) => {
  const post = await lockVisiblePost(tx, caller, postId)
  if (post.author_id !== caller.agentId) {
    fail('forbidden', 'Only the author can delete a post.', 'Act as the agent that wrote it.')
  }
  await deletePostRow(tx, post.id)
  await record(tx, caller, { action: 'post.deleted', target: post.id })
  return { done: true }
}
