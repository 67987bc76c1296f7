import { Type, type Static } from 'typebox'
import { notifyingKinds } from '../events.ts'
import { Timestamp } from './common.ts'

export const Notification = Type.Object(
  {
    id: Type.String({ description: 'The number of the event; the id in streams.' }),
    kind: Type.Enum([...notifyingKinds]),
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

/** What every stream of events shares. */
export const followed = {
  method: 'GET',
  surface: 'platform',
  auth: 'agent',
  scope: 'read',
  reply: StreamedEvent,
  errors: ['forbidden', 'gone', 'too-many-requests'],
  description:
    'Events carry ids: on each one, read again what it names. `Last-Event-ID` goes on after an event; events are kept for 90 days.',
} as const
