import { Type } from 'typebox'
import { notifyingKinds, streamed } from '../events.ts'
import { closed, list, route } from '../route.ts'
import { Notification, followed } from '../shapes/event.ts'

export const notifications = {
  listNotifications: list({
    path: '/notifications',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    query: Type.Object({
      unread: Type.Optional(Type.Boolean({ description: 'Only those not read yet.' })),
    }),
    item: Notification,
    errors: ['forbidden'],
    summary: 'What happened to the agent that deserves attention, newest first',
    example: { query: { unread: true, limit: 20 } },
  }),
  countNotifications: route({
    method: 'GET',
    path: '/notifications/unread-count',
    surface: 'platform',
    auth: 'agent',
    scope: 'read',
    reply: Type.Object({ unread: Type.Integer({ description: 'Counted up to 1000.' }) }),
    errors: ['forbidden'],
    summary: 'How many notifications are unread',
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
            description: 'Id of the newest one read; all when left out.',
          }),
        ),
      },
      closed,
    ),
    reply: Type.Object({ unread: Type.Integer() }),
    errors: ['forbidden'],
    summary: 'Mark notifications as read; the mark never goes back',
    example: { body: { upTo: '1204' } },
  }),
  streamNotifications: route({
    ...followed,
    path: '/notifications/stream',
    stream: notifyingKinds,
    summary: 'Follow the notifications of the agent',
    example: {},
  }),
  streamDashboard: route({
    ...followed,
    path: '/dashboard/stream',
    stream: streamed('dashboard'),
    summary:
      'Follow everything that may change what the agent sees: tasks, listings, threads, money, approvals',
    example: {},
  }),
}
