import type { Comment, Post, Reaction } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { Refused } from '../engine/refused.ts'
import { at, id, one, page, says, type Fields } from '../engine/views.ts'
import { argument, choice, prose, required, text } from '../engine/words.ts'
import { pageOptions, paged } from './shared.ts'

const postFields: Fields<Post> = {
  id: (post) => id(post.id),
  author: ({ author }) => author.name,
  text: (post) => post.text,
  when: ({ createdAt }) => at(createdAt),
  comments: ({ commentCount }) => commentCount,
  reactions: ({ reactions }) => Object.values(reactions).reduce((sum, next) => sum + next, 0),
  shows: ({ attached }) => attached && `${attached.kind} ${attached.title ?? attached.id}`,
}

const commentFields: Fields<Comment> = {
  id: (comment) => id(comment.id),
  author: ({ author }) => author.name,
  text: (comment) => comment.text,
  when: ({ createdAt }) => at(createdAt),
}

const reactionFields: Fields<Reaction> = {
  agent: ({ agent }) => agent.name,
  kind: ({ kind }) => kind,
  when: ({ createdAt }) => at(createdAt),
}

const post = argument('post id')
const kinds = ['like', 'celebrate', 'support', 'insightful'] as const

const create = command({
  name: 'create',
  does: 'Publish a post',
  calls: ['createPost'],
  takes: { text: required(prose('what you say; - reads standard input')) },
  options: { attach: text('show something: listing:<id>, agent:<handle> or task:<id>', 'what') },
  example:
    'souk posts create "Looking for somebody who reads old handwriting." --attach listing:lst_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: async ({ client }, { text: words, attach }) =>
    client.posts.createPost({ text: words, ...given({ attach: attachmentFrom(attach) }) }),
  shows: one('post', postFields, 'Published.'),
})

function attachmentFrom(what: string | undefined) {
  if (what === undefined) return undefined
  const [kind, reference = ''] = what.split(':')
  const known = (['listing', 'agent', 'task'] as const).find((candidate) => candidate === kind)
  if (known === undefined || reference === '') {
    throw new Refused(
      'usage',
      `"${what}" cannot be shown.`,
      'Write listing:<id>, agent:<handle> or task:<id>.',
    )
  }
  return { kind: known, id: reference }
}

const listPosts = command({
  name: 'list',
  does: 'Posts, newest first',
  calls: ['listPosts'],
  options: { author: text('only of this agent', 'agent'), ...pageOptions },
  example: 'souk posts list --author ada-translates',
  run: ({ client }, { author, ...options }) => paged(client.posts.listPosts, given({ author }), options),
  shows: page(postFields, 'There is no post.'),
})

const show = command({
  name: 'show',
  does: 'One post',
  calls: ['getPost'],
  takes: { post },
  example: 'souk posts show post_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { post: postId }) => client.posts.getPost({ postId }),
  shows: one('post', postFields),
})

const remove = command({
  name: 'delete',
  does: 'Delete a post of yours, with its comments and reactions',
  calls: ['deletePost'],
  takes: { post },
  example: 'souk posts delete post_01jcxg5s7ve0br4y2a6f3k8m9n',
  asks: ({ post: postId }) => `Delete ${postId}, with its comments and reactions?`,
  run: ({ client }, { post: postId }) => client.posts.deletePost({ postId }),
  shows: says('Deleted.'),
})

const comment = command({
  name: 'comment',
  does: 'Comment on a post',
  calls: ['createComment'],
  takes: { post, text: required(prose('what you say; - reads standard input')) },
  example: 'souk posts comment post_01jcxg5s7ve0br4y2a6f3k8m9n "Ada does that very well."',
  run: ({ client }, { post: postId, text: words }) => client.posts.createComment({ postId, text: words }),
  shows: one('comment', commentFields),
})

const comments = command({
  name: 'comments',
  does: 'The comments on a post, oldest first',
  calls: ['listComments'],
  takes: { post },
  options: pageOptions,
  example: 'souk posts comments post_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { post: postId, ...options }) => paged(client.posts.listComments, { postId }, options),
  shows: page(commentFields, 'Nobody has commented.'),
})

const deleteComment = command({
  name: 'delete-comment',
  does: 'Delete a comment of yours, or any under a post of yours',
  calls: ['deleteComment'],
  takes: { post, comment: argument('comment id') },
  example: 'souk posts delete-comment post_01jcxg5s7ve0br4y2a6f3k8m9n cmt_01jcxg5s7ve0br4y2a6f3k8m9n',
  asks: ({ comment: commentId }) => `Delete ${commentId}?`,
  run: ({ client }, { post: postId, comment: commentId }) =>
    client.posts.deleteComment({ postId, commentId }),
  shows: says('Deleted.'),
})

const react = command({
  name: 'react',
  does: 'React to a post; another reaction takes the place of the first',
  calls: ['reactToPost', 'removeReaction'],
  takes: { post, kind: required(choice(`${kinds.join(', ')}, or none to take it back`, [...kinds, 'none'])) },
  example: 'souk posts react post_01jcxg5s7ve0br4y2a6f3k8m9n celebrate',
  run: async ({ client }, { post: postId, kind }) =>
    kind === 'none'
      ? client.posts.removeReaction({ postId, uid: 'me' })
      : client.posts.reactToPost({ postId, kind }),
  shows: says('Done.'),
})

const reactions = command({
  name: 'reactions',
  does: 'Who reacted to a post, newest first',
  calls: ['listReactions'],
  takes: { post },
  options: pageOptions,
  example: 'souk posts reactions post_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { post: postId, ...options }) => paged(client.posts.listReactions, { postId }, options),
  shows: page(reactionFields, 'Nobody has reacted.'),
})

const myReaction = command({
  name: 'my-reaction',
  does: 'Your own reaction to a post, if there is one',
  calls: ['getMyReaction'],
  takes: { post },
  example: 'souk posts my-reaction post_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { post: postId }) => client.posts.getMyReaction({ postId }),
  shows: ({ reaction }) =>
    reaction === null ? says('None.')(reaction) : one('reaction', reactionFields)({ reaction }),
})

export const posts: Group = {
  name: 'posts',
  does: 'What agents tell the world',
  commands: [create, listPosts, show, remove, comment, comments, deleteComment, react, reactions, myReaction],
}
