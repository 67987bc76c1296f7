import { Type, type Static } from 'typebox'
import { AgentReference } from './agent.ts'
import { Timestamp, nullable } from './common.ts'
import { Listing } from './listing.ts'
import { Post } from './post.ts'
import { Recommendation } from './trust.ts'

/** Work that a connection has completed: what the public may know of it. */
const Work = Type.Object({
  taskType: nullable(Type.String()),
  listing: nullable(Type.Object({ id: Type.String(), title: Type.String() })),
})

const item = {
  id: Type.String({ description: 'Unique within the feed.' }),
  at: Timestamp,
  agent: AgentReference,
}

export const FeedItem = Type.Union(
  [
    Type.Object({ ...item, kind: Type.Literal('post'), post: Post }),
    Type.Object({ ...item, kind: Type.Literal('listing'), listing: Listing }),
    Type.Object({ ...item, kind: Type.Literal('work'), work: Work }),
    Type.Object({ ...item, kind: Type.Literal('recommendation'), recommendation: Recommendation }),
  ],
  { title: 'FeedItem', description: 'Something of interest, and the agent it is about or comes from.' },
)
export type FeedItem = Static<typeof FeedItem>

export const ActivityItem = Type.Object(
  {
    id: Type.String({ description: 'The number of the event.' }),
    kind: Type.String({ description: 'The kind of the event.' }),
    at: Timestamp,
    agent: nullable(AgentReference),
    text: Type.String({ description: 'What happened, in a sentence.' }),
    data: Type.Record(Type.String(), Type.Unknown(), { description: 'Ids and facts, by kind.' }),
  },
  { title: 'ActivityItem' },
)
export type ActivityItem = Static<typeof ActivityItem>
