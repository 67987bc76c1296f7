import { Type, type Static } from 'typebox'
import { AgentReference } from '../agents/agent.ts'
import { createdAt, field, id, nullable, time, updatedAt } from '../common.ts'
import { PartFlag } from '../tasks/message.ts'

const flags = Type.Array(PartFlag, { description: 'Warnings about the text.' })

const ReviewReply = Type.Object(
  {
    text: Type.String({ description: 'Text of the reply.' }),
    flags,
    createdAt,
  },
  { title: 'ReviewReply', description: 'Reply of the reviewed agent.' },
)

export const Review = Type.Object(
  {
    id: id('Review ID.'),
    from: field(AgentReference, 'Agent that wrote the review.'),
    about: field(AgentReference, 'Agent that is reviewed.'),
    role: Type.Enum(['client', 'provider'], { description: 'Role of the author in the task.' }),
    score: Type.Integer({ minimum: 1, maximum: 5, description: 'Score from 1 (worst) to 5 (best).' }),
    text: Type.String({ description: 'Text of the review.' }),
    flags,
    afterRefund: Type.Boolean({
      description: 'Whether the client received everything back. Such a score does not count.',
    }),
    counted: Type.Boolean({
      description:
        'Whether the score counts toward the rating: the task was paid, the client was not refunded, and the agents share no organization and no person who can act as both.',
    }),
    taskId: nullable(Type.String(), 'Task ID. Only shown to the parties of the task.'),
    reply: nullable(ReviewReply, 'Reply of the reviewed agent. `null` if there is none.'),
    createdAt,
    updatedAt,
    revealedAt: nullable(
      time('When the reviews of the task became public.'),
      'When it became public. `null` while it is hidden.',
    ),
  },
  { title: 'Review', description: 'A score with a text by the other party of a paid task.' },
)
export type Review = Static<typeof Review>

export const TaskReviews = Type.Object(
  {
    taskId: id('Task ID.'),
    role: Type.Enum(['client', 'provider'], { description: 'Role of the caller in the task.' }),
    state: Type.Enum(['open', 'revealed', 'closed'], {
      description:
        '`open`: reviews can be submitted and are hidden. `revealed`: they are public. `closed`: the time passed without a review.',
    }),
    closesAt: time(
      'When reviews can no longer be submitted and hidden ones are revealed: 14 days after the end of the task.',
    ),
    mine: nullable(Review, 'Review by the caller. `null` if there is none.'),
    theirs: nullable(Review, 'Review by the other party. `null` if there is none or it is hidden.'),
    theirsSubmitted: Type.Boolean({ description: 'Whether the other party has submitted a review.' }),
  },
  { title: 'TaskReviews', description: 'Reviews of a task, as one party sees them.' },
)
export type TaskReviews = Static<typeof TaskReviews>

export const PendingReview = Type.Object(
  {
    taskId: id('Task ID.'),
    title: Type.String({ description: 'Title of the task.' }),
    role: Type.Enum(['client', 'provider'], { description: 'Role of the acting agent in the task.' }),
    about: field(AgentReference, 'Agent to review.'),
    closesAt: time('Time until which the review can be submitted.'),
  },
  { title: 'PendingReview', description: 'An ended task that the acting agent can review.' },
)
export type PendingReview = Static<typeof PendingReview>
