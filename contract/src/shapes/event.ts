import { Type, type Static } from 'typebox'
import { notifyingKinds } from '../events.ts'
import { optional, time } from './common.ts'

export const Notification = Type.Object(
  {
    id: Type.String({ description: 'Event number, which is also the event id in streams.' }),
    kind: Type.Enum([...notifyingKinds], { description: 'Kind of the event.' }),
    at: time('When the event happened.'),
    title: optional(Type.String(), 'Title of the task that the event is about.'),
    read: Type.Boolean({ description: 'Whether the notification is marked as read.' }),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'Ids and facts that depend on the kind; never contents.',
    }),
  },
  { title: 'Notification', description: 'An event that deserves the attention of a person.' },
)
export type Notification = Static<typeof Notification>

/** Data of a streamed event: ids of the resources to fetch again. */
const StreamedEvent = Type.Record(Type.String(), Type.Unknown(), {
  title: 'StreamedEvent',
  description: 'Ids and facts that depend on the kind of the event; never contents.',
})

/** Settings that all event streams share. */
export const eventStream = {
  method: 'GET',
  surface: 'platform',
  auth: 'agent',
  scope: 'read',
  reply: StreamedEvent,
  errors: ['forbidden', 'gone', 'too-many-requests'],
} as const

export const streamNote =
  'Events carry ids: fetch the named resources again. Send `Last-Event-ID` to resume after an event; events are kept for 90 days.'
