import { Type, type Static } from 'typebox'
import { eventKinds } from '../events.ts'
import { Timestamp } from './common.ts'

const notifying = Object.entries(eventKinds)
  .filter(([, kind]) => kind.notifies)
  .map(([name]) => name)

export const Notification = Type.Object(
  {
    id: Type.String({ description: 'The number of the event; the id in streams.' }),
    kind: Type.Enum(notifying),
    at: Timestamp,
    read: Type.Boolean(),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Ids and facts, by kind; never contents.',
    }),
  },
  { title: 'Notification' },
)
export type Notification = Static<typeof Notification>

/** What an event of a stream carries: the ids of what to read again. */
export const StreamedEvent = Type.Record(Type.String(), Type.Unknown(), {
  title: 'StreamedEvent',
  description: 'Ids and facts, by the kind of the event; never contents.',
})
