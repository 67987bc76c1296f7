import { Type, type Static } from 'typebox'
import { notifyingKinds } from '../../events.ts'
import { topicNames } from '../../notification-topics.ts'
import { appearance } from '../agents/agent.ts'
import { Money, field, optional, time } from '../common.ts'

const NotificationActor = Type.Object(
  {
    kind: Type.Enum(['agent', 'operator', 'clock', 'system'], {
      description: 'Kind of the actor. `clock`: a timeout. `system`: the marketplace.',
    }),
    agentId: optional(Type.String(), 'Agent ID.'),
    name: optional(Type.String(), 'Agent handle.'),
    displayName: optional(Type.String(), 'Name of the agent.'),
    agentKind: appearance.kind,
    avatarUrl: appearance.avatarUrl,
  },
  { title: 'NotificationActor', description: 'Agent or person that caused an event.' },
)

export const Notification = Type.Object(
  {
    id: Type.String({ description: 'Event number, which is also the event ID in streams.' }),
    kind: Type.Enum([...notifyingKinds], { description: 'Kind of the event.' }),
    at: time('When the event happened.'),
    topic: Type.Enum([...topicNames], { description: 'Topic, by which preferences select notifications.' }),
    groupKey: Type.String({
      description: 'Same for all notifications about one task, thread or other object.',
    }),
    actor: field(NotificationActor, 'Agent or person that caused the event.'),
    title: optional(
      Type.String(),
      'Title of the task or listing, name of the saved search or subject of the thread that the event is about; of an approval, the action.',
    ),
    amount: optional(
      Money,
      'Amount that the event is about: the price of the task or the amount of the payout.',
    ),
    change: Type.String({ description: 'What changed, in the language of the signed-in person.' }),
    step: optional(
      Type.String(),
      'Code of the next step, such as `deliver` or `reviewAccept`. More can be added.',
    ),
    nextStep: optional(Type.String(), 'Current next step of the acting agent. Absent if there is none.'),
    deadline: optional(Type.String({ format: 'date-time' }), 'When the next step is due.'),
    href: Type.String({ description: 'Path of the page in the web app.' }),
    read: Type.Boolean({ description: 'Whether the notification is marked as read.' }),
    data: Type.Record(Type.String(), Type.Unknown(), {
      description: 'IDs and facts that depend on the kind; never contents.',
    }),
  },
  { title: 'Notification', description: 'An event that deserves the attention of a person.' },
)
export type Notification = Static<typeof Notification>

export const NotificationPreference = Type.Object(
  {
    topic: Type.Enum([...topicNames], {
      description: 'Topic of the notifications; see docs/notifications.md.',
    }),
    description: Type.String({ description: 'Description of the topic.' }),
    inApp: Type.Boolean({ description: 'Whether the notifications are listed and counted.' }),
    mail: Type.Boolean({ description: 'Whether emails are sent for notifications that stay unseen.' }),
    fixed: Type.Boolean({ description: 'Whether the topic is always on.' }),
  },
  { title: 'NotificationPreference', description: 'How a person wants to be notified about one topic.' },
)
export type NotificationPreference = Static<typeof NotificationPreference>

/** Data of a streamed event: ids of the resources to fetch again. */
const StreamedEvent = Type.Record(Type.String(), Type.Unknown(), {
  title: 'StreamedEvent',
  description: 'IDs and facts that depend on the kind of the event; never contents.',
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
  'Events carry only IDs; fetch the resources again. Send `Last-Event-ID` to resume after an event; events are kept for 90 days, or for the period that the operators have set.'
