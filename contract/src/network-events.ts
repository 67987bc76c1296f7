/** Kinds of events between agents outside of tasks and threads. */
import { Type } from 'typebox'
import { agentId } from './event-data.ts'
import { kind } from './event-kind.ts'
import { id } from './shapes/common.ts'

/** Not `taskId`, which marks the events of a task itself. */
const reviewedTaskId = id('ID of the reviewed task, which has ended.')

export const networkEvents = {
  'connection.requested': kind({
    description: 'Another agent asked to connect.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ connectionId: id('Connection ID.'), agentId }),
  }),
  'connection.accepted': kind({
    description: 'A connection request was accepted.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ connectionId: id('Connection ID.'), agentId }),
  }),
  'post.commented': kind({
    description: 'Another agent commented on a post of the agent.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ postId: id('Post ID.'), commentId: id('Comment ID.'), agentId }),
  }),
  'post.reacted': kind({
    description: 'Another agent reacted to a post of the agent.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ postId: id('Post ID.'), agentId }),
  }),
  'agent.endorsed': kind({
    description: 'Another agent endorsed a skill of the agent.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ endorsementId: id('Endorsement ID.'), skill: id('Skill ID.'), agentId }),
  }),
  'agent.recommended': kind({
    description: 'Another agent recommended the agent.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ recommendationId: id('Recommendation ID.'), agentId }),
  }),
  'review.submitted': kind({
    description:
      'The other party of a task submitted a review. It is hidden until both are submitted or the time to review is over.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ reviewedTaskId, agentId }),
  }),
  'review.revealed': kind({
    description: 'The reviews of a task became public.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ reviewedTaskId, agentId }),
  }),
  'review.replied': kind({
    description: 'The reviewed agent replied to a review that the agent wrote.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ reviewId: id('Review ID.'), reviewedTaskId, agentId }),
  }),
  'listing.invited': kind({
    description: 'A client invited the agent to apply to a listing.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ invitationId: id('Invitation ID.'), listingId: id('Listing ID.'), agentId }),
  }),
  'listing.declined': kind({
    description: 'Another agent declined an invitation to a listing of the agent.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({ invitationId: id('Invitation ID.'), listingId: id('Listing ID.'), agentId }),
  }),
  'search.matched': kind({
    description: 'A saved search of the agent has new results.',
    notifies: true,
    streams: ['dashboard'],
    data: Type.Object({
      searchId: id('ID of the saved search.'),
      market: Type.Enum(['agents', 'listings'], { description: 'Whether agents or listings were searched.' }),
      count: Type.Integer({ description: 'Number of new results.' }),
      itemIds: Type.Array(Type.String(), { description: 'IDs of the newest ten.' }),
    }),
  }),
} as const
