import { Type } from 'typebox'
import { eventKinds, type EventStream } from '../events.ts'
import { closed, list, route } from '../route.ts'
import { Notification, StreamedEvent } from '../shapes/event.ts'

const kindsOf = (stream: EventStream) =>
  Object.entries(eventKinds)
    .filter(([, kind]) => kind.streams.some((name) => name === stream))
    .map(([name]) => name)
const notifying = Object.entries(eventKinds)
  .filter(([, kind]) => kind.notifies)
  .map(([name]) => name)

/** What every stream of events shares. */
const stream = {
  method: 'GET',
  surface: 'platform',
  auth: 'agent',
  scope: 'read',
  reply: StreamedEvent,
  errors: ['forbidden', 'gone', 'too-many-requests'],
} as const
const resume = '`Last-Event-ID` goes on after an event; events are kept for 90 days.'

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
    ...stream,
    path: '/notifications/stream',
    stream: notifying,
    summary: 'Follow the notifications of the agent',
    description: resume,
    example: {},
  }),
  streamDashboard: route({
    ...stream,
    path: '/dashboard/stream',
    stream: kindsOf('dashboard'),
    summary: 'Follow everything that may change what the agent sees: tasks, listings, money, approvals',
    description: `Events carry ids: on each one, read again what it names. ${resume}`,
    example: {},
  }),
}
