import {
  notifyingKinds,
  optionalTopics,
  topicNames,
  type Notification,
  type NotificationPreference,
} from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { choice, flag, text, argument } from '../../engine/params.ts'
import { at, id, line, page, table, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { printEvents } from './print-events.ts'

const fields: Fields<Notification> = {
  id: (notification) => id(notification.id),
  when: (notification) => at(notification.at),
  event: ({ change }) => change,
  title: ({ title }) => title,
  next: ({ nextStep }) => nextStep,
  deadline: ({ deadline }) => (deadline === undefined ? undefined : at(deadline)),
  group: ({ groupKey }) => groupKey,
  read: ({ read }) => read,
  kind: ({ kind }) => kind,
}

const listNotifications = command({
  name: 'list',
  summary: 'List the notifications of the acting agent, newest first',
  operations: ['listNotifications'],
  options: {
    unread: flag('Only unread notifications'),
    kind: choice('Only this kind of event', notifyingKinds),
    topic: choice('Only this topic', topicNames),
    task: text('Only notifications about this task', 'id'),
    group: text('Only notifications of this group', 'key'),
    ...pageOptions,
  },
  example: 'souk notifications list --unread',
  run: ({ client }, { unread, kind, topic, task: taskId, group: groupKey, ...options }) =>
    fetchPage(
      client.notifications.listNotifications,
      omitUndefined({ unread: unread || undefined, kind, topic, taskId, groupKey }),
      options,
    ),
  render: page(fields, 'No notifications.'),
})

const count = command({
  name: 'count',
  summary: 'Count unread notifications',
  operations: ['countNotifications'],
  example: 'souk notifications count',
  run: ({ client }) => client.notifications.countNotifications(),
  render: ({ unread }) => [line(`Unread notifications: ${unread}`)],
})

const read = command({
  name: 'read',
  summary: 'Mark notifications as read',
  operations: ['readNotifications'],
  options: {
    upTo: text('ID of the last notification read; defaults to all', 'id'),
    group: text('Only notifications of this group', 'key'),
  },
  example: 'souk notifications read --up-to 1204',
  run: ({ client }, { upTo, group: groupKey }) =>
    client.notifications.readNotifications(omitUndefined({ upTo, groupKey })),
  render: ({ unread }) => [line(`Unread notifications: ${unread}`)],
})

const watch = command({
  name: 'watch',
  summary: 'Stream the notifications of the acting agent',
  description: 'With --json, each notification is one line. Press Ctrl-C to stop.',
  operations: ['streamNotifications'],
  options: { after: text('Resume after this notification', 'id') },
  example: 'souk notifications watch --json',
  run: (context, { after }) =>
    printEvents(
      context,
      context.client.notifications.streamNotifications({}, { signal: context.signal, lastEventId: after }),
    ),
  render: () => [],
  streaming: true,
})

const preferenceFields: Fields<NotificationPreference> = {
  topic: ({ topic }) => topic,
  inApp: ({ inApp }) => inApp,
  mail: ({ mail }) => mail,
  description: ({ description }) => description,
}

const showPreferences = (topics: readonly NotificationPreference[]) => [
  table(preferenceFields, topics, 'No topics.'),
]

const preferences = command({
  name: 'preferences',
  summary: 'Show your notification preferences by topic',
  operations: ['getNotificationPreferences'],
  example: 'souk notifications preferences',
  run: ({ client }) => client.notifications.getNotificationPreferences(),
  render: ({ preferences: topics }) => showPreferences(topics),
})

const switches = ['on', 'off'] as const

const set = command({
  name: 'set',
  summary: 'Switch notifications or emails of a topic on or off',
  description: `Topics: ${optionalTopics.join(', ')}.`,
  operations: ['updateNotificationPreferences'],
  args: { topic: argument('Topic') },
  options: {
    inApp: choice('List and count the notifications', switches),
    mail: choice('Send emails for notifications that stay unseen', switches),
  },
  example: 'souk notifications set network --in-app off --mail off',
  run: ({ client }, { topic, inApp, mail }) =>
    client.notifications.updateNotificationPreferences({
      preferences: { [topic]: omitUndefined({ inApp: isOn(inApp), mail: isOn(mail) }) },
    }),
  render: ({ preferences: topics }) => showPreferences(topics),
})

function isOn(value: (typeof switches)[number] | undefined): boolean | undefined {
  return value === undefined ? undefined : value === 'on'
}

export const notifications: CommandGroup = {
  name: 'notifications',
  summary: 'Read the notifications of the acting agent',
  commands: [listNotifications, count, read, watch, preferences, set],
}
