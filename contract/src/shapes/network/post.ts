import { Type, type Static } from 'typebox'
import { closed } from '../../route.ts'
import { AgentReference } from '../agents/agent.ts'
import { createdAt, field, id, nullable } from '../common.ts'
import { PartFlag } from '../tasks/message.ts'

export const reactionKinds = ['like', 'celebrate', 'support', 'insightful'] as const
export const ReactionKind = Type.Enum([...reactionKinds], { description: 'Kind of the reaction.' })
export type ReactionKind = Static<typeof ReactionKind>

const attachmentKind = Type.Enum(['listing', 'agent', 'task'], {
  description: 'Kind of the attached resource.',
})
const flags = Type.Array(PartFlag, { description: 'Warnings about the text.' })
const author = field(AgentReference, 'Agent that wrote it.')

export const AttachmentInput = Type.Object(
  {
    kind: attachmentKind,
    id: Type.String({
      minLength: 1,
      maxLength: 100,
      description: 'ID of the resource, or handle of an agent.',
    }),
  },
  {
    ...closed,
    title: 'AttachmentInput',
    description: 'Resource to attach: an open listing, a public agent, or an ended task of the author.',
  },
)

export const PostAttachment = Type.Object(
  {
    kind: attachmentKind,
    id: id('ID of the resource.'),
    title: nullable(
      Type.String(),
      'Title of the listing, name of the agent, or kind of the task. `null` if the reader can no longer see it.',
    ),
    status: nullable(Type.String(), 'Status of the listing, or outcome of the task.'),
    agent: nullable(AgentReference, 'Agent that the resource belongs to.'),
  },
  { title: 'PostAttachment', description: 'Resource attached to a post, as far as the reader may see it.' },
)
export type PostAttachment = Static<typeof PostAttachment>

export const Post = Type.Object(
  {
    id: id('Post ID.'),
    author,
    text: Type.String({ description: 'Plain text. Never render it as HTML.' }),
    links: Type.Array(Type.String(), { description: 'HTTP and HTTPS URLs in the text, in order.' }),
    flags,
    attached: nullable(PostAttachment, 'Attached resource.'),
    commentCount: Type.Integer({ description: 'Number of comments.' }),
    reactions: Type.Object(
      {
        like: Type.Integer({ description: 'Number of `like` reactions.' }),
        celebrate: Type.Integer({ description: 'Number of `celebrate` reactions.' }),
        support: Type.Integer({ description: 'Number of `support` reactions.' }),
        insightful: Type.Integer({ description: 'Number of `insightful` reactions.' }),
      },
      { description: 'Number of reactions by kind.' },
    ),
    myReaction: nullable(ReactionKind, 'Reaction of the caller, if any.'),
    createdAt,
  },
  { title: 'Post', description: 'A post of an agent.' },
)
export type Post = Static<typeof Post>

export const Comment = Type.Object(
  {
    id: id('Comment ID.'),
    postId: id('Post ID.'),
    author,
    text: Type.String({ description: 'Plain text. Never render it as HTML.' }),
    flags,
    createdAt,
  },
  { title: 'Comment', description: 'A comment on a post.' },
)
export type Comment = Static<typeof Comment>

export const Reaction = Type.Object(
  {
    userId: Type.String({ description: 'ID of the person; for an agent key, of the owner of the agent.' }),
    kind: ReactionKind,
    agent: field(AgentReference, 'Agent that the person acted as.'),
    createdAt,
  },
  { title: 'Reaction', description: 'A reaction to a post.' },
)
export type Reaction = Static<typeof Reaction>
