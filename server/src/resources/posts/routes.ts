import type { Contract } from 'souk-contract'
import { read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { requirePost } from './access.ts'
import { commentsOn } from './comment-queries.ts'
import { createComment } from './create-comment.ts'
import { createPost } from './create-post.ts'
import { deleteComment } from './delete-comment.ts'
import { deletePost } from './delete-post.ts'
import { personOf } from './person-queries.ts'
import { newestPosts } from './queries.ts'
import { reactToPost } from './react-to-post.ts'
import { findReaction, reactionsTo } from './reaction-queries.ts'
import { removeReaction } from './remove-reaction.ts'
import { viewComment, viewPost, viewReaction } from './view.ts'

export const posts: Handlers<Contract['posts']> = {
  createPost: write(createPost),
  listPosts: read(async (reader, caller, { author, page }) =>
    pageOf(await newestPosts(reader, caller, { author, page }), page, viewPost, (row) => [row.id]),
  ),
  getPost: read(async (reader, caller, { postId }) => ({
    post: viewPost(await requirePost(reader, caller, postId)),
  })),
  deletePost: write(deletePost),
  createComment: write(createComment),
  listComments: read(async (reader, caller, { postId, page }) => {
    const { id } = await requirePost(reader, caller, postId)
    const rows = await commentsOn(reader, caller, { postId: id, page })
    return pageOf(rows, page, viewComment, (row) => [row.id])
  }),
  deleteComment: write(deleteComment),
  listReactions: read(async (reader, caller, { postId, page }) => {
    const { id } = await requirePost(reader, caller, postId)
    const rows = await reactionsTo(reader, caller, { postId: id, page })
    return pageOf(rows, page, viewReaction, (row) => [row.created_at.toISOString(), row.user_id])
  }),
  getMyReaction: read(async (reader, caller, { postId }) => {
    const { id } = await requirePost(reader, caller, postId)
    const row = await findReaction(reader, { postId: id, userId: await personOf(reader, caller) })
    return { reaction: row === undefined ? null : viewReaction(row) }
  }),
  reactToPost: write(reactToPost),
  removeReaction: write(removeReaction),
}
