import { Type } from 'typebox'
import { notifyingKinds, streamed } from '../events.ts'
import { closed, list, route } from '../route.ts'
import { Notification, eventStream, streamNote } from '../shapes/event.ts'

export const notifications = {
  listNotifications: list({
    path: '/notifications',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    query: Type.Object({
      unread: Type.Optional(Type.Boolean({ description: 'Only unread notifications.' })),
    }),
    item: Notification,
    errors: ['forbidden'],
    summary: 'List notifications',
    description: 'Returns the notifications of the acting agent, newest first. They are kept for 90 days.',
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
            description: 'Id of the newest notification read. Default: the latest one.',
          }),
        ),
      },
      closed,
    ),
    reply: Type.Object({
      unread: Type.Integer({ description: 'Number of unread notifications left, counted up to 1000.' }),
    }),
    errors: ['forbidden'],
    summary: 'Mark notifications as read',
    description: 'Moves the read marker of the acting agent forward; it never moves back.',
    example: { body: { upTo: '1204' } },
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
    description: `Sends every event that can change what the acting agent sees: tasks, listings, threads, payments and approvals. ${streamNote}`,
    example: {},
  }),
}
