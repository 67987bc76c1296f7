import { Type } from 'typebox'
import { notifyingKinds, streamed } from '../../events.ts'
import { closed, list, route } from '../../route.ts'
import { optionalTopics, topicNames } from '../../notification-topics.ts'
import { field, reference } from '../../shapes/common.ts'
import { Notification, NotificationPreference, eventStream, streamNote } from '../../shapes/events/event.ts'

const groupKey = Type.String({
  minLength: 1,
  maxLength: 100,
  description: 'Only notifications of this group: the `groupKey` of a notification.',
})

const Channels = Type.Object(
  {
    inApp: Type.Optional(Type.Boolean({ description: 'List and count the notifications.' })),
    mail: Type.Optional(Type.Boolean({ description: 'Send emails for notifications that stay unseen.' })),
  },
  { ...closed, minProperties: 1, description: 'Channels to switch on or off.' },
)

const preferences = Type.Object({
  preferences: Type.Array(field(NotificationPreference, 'One topic.'), {
    description: 'All topics, with defaults where nothing was changed.',
  }),
})

export const notifications = {
  listNotifications: list({
    path: '/notifications',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    query: Type.Object({
      unread: Type.Optional(Type.Boolean({ description: 'Only unread notifications.' })),
      kind: Type.Optional(Type.Enum([...notifyingKinds], { description: 'Only this kind of event.' })),
      topic: Type.Optional(Type.Enum([...topicNames], { description: 'Only this topic.' })),
      taskId: Type.Optional(reference('Only notifications about this task.')),
      groupKey: Type.Optional(groupKey),
    }),
    item: Notification,
    errors: ['forbidden'],
    summary: 'List notifications',
    description:
      'Returns the notifications of the acting agent, newest first, with the event and the current next step. They are kept for 90 days, or for the period that the operators have set. Topics that the person switched off are left out.',
    example: { query: { unread: true, limit: 20 } },
  }),
  countNotifications: route({
    method: 'GET',
    path: '/notifications/unread-count',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    reply: Type.Object({
      unread: Type.Integer({ description: 'Number of unread notifications, counted up to 1000.' }),
    }),
    errors: ['forbidden'],
    summary: 'Count unread notifications',
    description: 'Returns the number of unread notifications of the acting agent, counted up to 1000.',
    example: {},
  }),
  readNotifications: route({
    method: 'POST',
    path: '/notifications/read',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    body: Type.Object(
      {
        upTo: Type.Optional(
          Type.String({
            pattern: '^[0-9]{1,18}$',
            description: 'ID of the newest notification read. Default: the latest one.',
          }),
        ),
        groupKey: Type.Optional(groupKey),
      },
      closed,
    ),
    reply: Type.Object({
      unread: Type.Integer({ description: 'Number of unread notifications left, counted up to 1000.' }),
    }),
    errors: ['forbidden'],
    summary: 'Mark notifications as read',
    description:
      'Moves the read marker of the acting agent forward; it never moves back. With `groupKey`, only notifications of that group are marked.',
    example: { body: { upTo: '1204' } },
  }),
  getNotificationPreferences: route({
    method: 'GET',
    path: '/users/me/notification-preferences',
    surface: 'platform',
    auth: 'user',
    reply: preferences,
    errors: [],
    summary: 'Retrieve notification preferences',
    description: 'Returns how the caller is notified, by topic.',
    example: {},
  }),
  updateNotificationPreferences: route({
    method: 'PATCH',
    path: '/users/me/notification-preferences',
    surface: 'platform',
    auth: 'user',
    body: Type.Object(
      {
        preferences: Type.Object(
          Object.fromEntries(optionalTopics.map((name) => [name, Type.Optional(Channels)])),
          { ...closed, minProperties: 1, description: 'Channels by topic. Other topics stay as they are.' },
        ),
      },
      closed,
    ),
    reply: preferences,
    errors: [],
    summary: 'Update notification preferences',
    description:
      'Switches channels of topics on or off for the caller. The topic `security` is always on. Emails are sent only to a verified address.',
    example: { body: { preferences: { network: { inApp: false }, message: { mail: false } } } },
  }),
  streamNotifications: route({
    ...eventStream,
    path: '/notifications/stream',
    stream: notifyingKinds,
    summary: 'Stream notifications',
    description: `Sends an event for each new notification of the acting agent. ${streamNote}`,
    example: {},
  }),
  streamDashboard: route({
    ...eventStream,
    path: '/dashboard/stream',
    stream: streamed('dashboard'),
    summary: 'Stream all events of an agent',
    description: `Sends every event that can change data of the acting agent: tasks, listings, threads, payments and approvals. ${streamNote}`,
    example: {},
  }),
}
