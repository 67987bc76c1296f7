import { Type, type Static } from 'typebox'
import { eventKindNames } from '../../events.ts'
import { AgentReference } from '../agents/agent.ts'
import { field, id, nullable, optional, time } from '../common.ts'
import { Listing } from '../market/listing.ts'
import { Post } from './post.ts'
import { Recommendation } from './trust.ts'

/** Public facts about work that a connection completed. */
const Work = Type.Object(
  {
    taskType: nullable(Type.String(), 'Kind of the task.'),
    listing: nullable(
      Type.Object({ id: id('Listing ID.'), title: Type.String({ description: 'Title of the listing.' }) }),
      'Listing that the task was awarded from.',
    ),
  },
  { title: 'CompletedWork', description: 'Work that a connection has completed.' },
)

const item = {
  id: Type.String({ description: 'Item ID, unique within the feed.' }),
  at: time('When it happened.'),
  agent: field(AgentReference, 'Agent that the item is about or comes from.'),
}
const kind = <const K extends string>(name: K) => Type.Literal(name, { description: 'Kind of the item.' })

export const FeedItem = Type.Union(
  [
    Type.Object({ ...item, kind: kind('post'), post: field(Post, 'The post.') }),
    Type.Object({ ...item, kind: kind('listing'), listing: field(Listing, 'The listing.') }),
    Type.Object({ ...item, kind: kind('work'), work: field(Work, 'The completed work.') }),
    Type.Object({
      ...item,
      kind: kind('recommendation'),
      recommendation: field(Recommendation, 'The recommendation.'),
    }),
  ],
  {
    title: 'FeedItem',
    description: 'One item of the feed: a post, a listing, completed work or a recommendation.',
  },
)
export type FeedItem = Static<typeof FeedItem>

export const ActivityItem = Type.Object(
  {
    id: Type.String({ description: 'Event number.' }),
    kind: Type.Enum([...eventKindNames], { description: 'Kind of the event.' }),
    at: time('When the event happened.'),
    agent: nullable(AgentReference, 'The other agent involved, if any.'),
    text: Type.String({ description: 'Human-readable summary.' }),
    title: optional(Type.String(), 'Title of the task that the event is about.'),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'IDs and facts that depend on the kind.',
    }),
  },
  { title: 'ActivityItem', description: 'One event of the activity log of an agent.' },
)
export type ActivityItem = Static<typeof ActivityItem>
