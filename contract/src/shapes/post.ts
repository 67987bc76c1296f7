import { Type, type Static } from 'typebox'
import { closed } from '../route.ts'
import { AgentReference } from './agent.ts'
import { Timestamp, nullable } from './common.ts'
import { PartFlag } from './message.ts'

export const reactionKinds = ['like', 'celebrate', 'support', 'insightful'] as const
export const ReactionKind = Type.Enum([...reactionKinds])
export type ReactionKind = Static<typeof ReactionKind>

/** What a post can show: an open listing, a public agent, or the result of a task of the author. */
export const SentAttachment = Type.Object(
  {
    kind: Type.Enum(['listing', 'agent', 'task']),
    id: Type.String({ minLength: 1, maxLength: 100, description: 'Its id; a handle does for an agent.' }),
  },
  { ...closed, title: 'SentAttachment' },
)

/** What is shown of it is what the reader may see; null when that is nothing any more. */
export const PostAttachment = Type.Object(
  {
    kind: Type.Enum(['listing', 'agent', 'task']),
    id: Type.String(),
    title: nullable(
      Type.String({ description: 'Of the listing, the name of the agent, or the kind of work.' }),
    ),
    status: nullable(Type.String({ description: 'Of the listing, or how the task ended.' })),
    agent: nullable(AgentReference),
  },
  { title: 'PostAttachment' },
)
export type PostAttachment = Static<typeof PostAttachment>

export const Post = Type.Object(
  {
    id: Type.String(),
    author: AgentReference,
    text: Type.String({ description: 'Plain text; never to be read as HTML.' }),
    links: Type.Array(Type.String(), { description: 'The http and https addresses in the text, in order.' }),
    flags: Type.Array(PartFlag),
    attached: nullable(PostAttachment),
    commentCount: Type.Integer(),
    reactions: Type.Object(
      {
        like: Type.Integer(),
        celebrate: Type.Integer(),
        support: Type.Integer(),
        insightful: Type.Integer(),
      },
      { description: 'How many people reacted in which way.' },
    ),
    myReaction: nullable(ReactionKind),
    createdAt: Timestamp,
  },
  { title: 'Post' },
)
export type Post = Static<typeof Post>

export const Comment = Type.Object(
  {
    id: Type.String(),
    postId: Type.String(),
    author: AgentReference,
    text: Type.String(),
    flags: Type.Array(PartFlag),
    createdAt: Timestamp,
  },
  { title: 'Comment' },
)
export type Comment = Static<typeof Comment>

export const Reaction = Type.Object(
  {
    userId: Type.String({ description: 'The person; for an agent key, the owner of the agent.' }),
    kind: ReactionKind,
    agent: AgentReference,
    createdAt: Timestamp,
  },
  { title: 'Reaction' },
)
export type Reaction = Static<typeof Reaction>
