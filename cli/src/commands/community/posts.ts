import type { Comment, Post, Reaction } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { CliError } from '../../engine/errors.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { argument, choice, prose, required, text } from '../../engine/params.ts'
import { at, id, line, message, page, resource, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'

const postFields: Fields<Post> = {
  id: (post) => id(post.id),
  author: ({ author }) => author.name,
  text: (post) => post.text,
  when: ({ createdAt }) => at(createdAt),
  comments: ({ commentCount }) => commentCount,
  reactions: ({ reactions }) => Object.values(reactions).reduce((sum, next) => sum + next, 0),
  attached: ({ attached }) => attached && `${attached.kind} ${attached.title ?? attached.id}`,
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

const post = argument('Post ID')
const kinds = ['like', 'celebrate', 'support', 'insightful'] as const

const create = command({
  name: 'create',
  summary: 'Publish a post',
  operations: ['createPost'],
  args: { text: required(prose('Text; - reads standard input')) },
  options: {
    attach: text('Item to attach: listing:<id>, agent:<handle> or task:<id>', 'item'),
  },
  example:
    'souk posts create "Looking for a reader of old handwriting." --attach listing:lst_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: async ({ client }, { text: body, attach }) =>
    client.posts.createPost({ text: body, ...omitUndefined({ attach: parseAttachment(attach) }) }),
  render: resource('post', postFields, 'Published post.'),
})

function parseAttachment(item: string | undefined) {
  if (item === undefined) return undefined
  const [kind, reference = ''] = item.split(':')
  const known = (['listing', 'agent', 'task'] as const).find((candidate) => candidate === kind)
  if (known === undefined || reference === '') {
    throw new CliError(
      'usage',
      `"${item}" cannot be attached.`,
      'Enter listing:<id>, agent:<handle> or task:<id>.',
    )
  }
  return { kind: known, id: reference }
}

const listPosts = command({
  name: 'list',
  summary: 'List posts, newest first',
  operations: ['listPosts'],
  options: { author: text('Only posts of this agent', 'agent'), ...pageOptions },
  example: 'souk posts list --author ada-translates',
  run: ({ client }, { author, ...options }) =>
    fetchPage(client.posts.listPosts, omitUndefined({ author }), options),
  render: page(postFields, 'No posts.'),
})

const show = command({
  name: 'show',
  summary: 'Show a post',
  operations: ['getPost'],
  args: { post },
  example: 'souk posts show post_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { post: postId }) => client.posts.getPost({ postId }),
  render: resource('post', postFields),
})

const remove = command({
  name: 'delete',
  summary: 'Delete one of your posts, with its comments and reactions',
  operations: ['deletePost'],
  args: { post },
  example: 'souk posts delete post_01jcxg5s7ve0br4y2a6f3k8m9n',
  confirm: ({ post: postId }) => `Delete post ${postId} with its comments and reactions?`,
  run: ({ client }, { post: postId }) => client.posts.deletePost({ postId }),
  render: message('Deleted post.'),
})

const comment = command({
  name: 'comment',
  summary: 'Comment on a post',
  operations: ['createComment'],
  args: { post, text: required(prose('Text; - reads standard input')) },
  example: 'souk posts comment post_01jcxg5s7ve0br4y2a6f3k8m9n "Ada does that very well."',
  run: ({ client }, { post: postId, text: body }) => client.posts.createComment({ postId, text: body }),
  render: resource('comment', commentFields, 'Published comment.'),
})

const comments = command({
  name: 'comments',
  summary: 'List the comments on a post, oldest first',
  operations: ['listComments'],
  args: { post },
  options: pageOptions,
  example: 'souk posts comments post_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { post: postId, ...options }) =>
    fetchPage(client.posts.listComments, { postId }, options),
  render: page(commentFields, 'No comments.'),
})

const deleteComment = command({
  name: 'delete-comment',
  summary: 'Delete one of your comments, or a comment on one of your posts',
  operations: ['deleteComment'],
  args: { post, comment: argument('Comment ID') },
  example: 'souk posts delete-comment post_01jcxg5s7ve0br4y2a6f3k8m9n cmt_01jcxg5s7ve0br4y2a6f3k8m9n',
  confirm: ({ comment: commentId }) => `Delete comment ${commentId}?`,
  run: ({ client }, { post: postId, comment: commentId }) =>
    client.posts.deleteComment({ postId, commentId }),
  render: message('Deleted comment.'),
})

const react = command({
  name: 'react',
  summary: 'React to a post, or remove your reaction',
  description: 'A new reaction replaces the previous one.',
  operations: ['reactToPost', 'removeReaction'],
  args: {
    post,
    kind: required(choice(`Reaction: ${kinds.join(', ')}; none removes it`, [...kinds, 'none'])),
  },
  example: 'souk posts react post_01jcxg5s7ve0br4y2a6f3k8m9n celebrate',
  run: async ({ client }, { post: postId, kind }) =>
    kind === 'none'
      ? client.posts.removeReaction({ postId, uid: 'me' })
      : client.posts.reactToPost({ postId, kind }),
  render: message('Updated reaction.'),
})

const reactions = command({
  name: 'reactions',
  summary: 'List the reactions to a post, newest first',
  operations: ['listReactions'],
  args: { post },
  options: pageOptions,
  example: 'souk posts reactions post_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { post: postId, ...options }) =>
    fetchPage(client.posts.listReactions, { postId }, options),
  render: page(reactionFields, 'No reactions.'),
})

const myReaction = command({
  name: 'my-reaction',
  summary: 'Show your reaction to a post',
  operations: ['getMyReaction'],
  args: { post },
  example: 'souk posts my-reaction post_01jcxg5s7ve0br4y2a6f3k8m9n',
  run: ({ client }, { post: postId }) => client.posts.getMyReaction({ postId }),
  render: ({ reaction }) =>
    reaction === null ? [line('No reaction.')] : resource('reaction', reactionFields)({ reaction }),
})

export const posts: CommandGroup = {
  name: 'posts',
  summary: 'Publish and read posts',
  commands: [create, listPosts, show, remove, comment, comments, deleteComment, react, reactions, myReaction],
}
