import { eventKinds, type Notification } from 'souk-contract'
import { command, type CommandGroup } from '../../engine/command.ts'
import { omitUndefined } from '../../engine/objects.ts'
import { flag, text } from '../../engine/params.ts'
import { at, id, line, page, type Fields } from '../../terminal/views.ts'
import { fetchPage, pageOptions } from '../options/paging.ts'
import { printEvents } from './print-events.ts'

const eventTexts: Readonly<Record<string, { description: string }>> = eventKinds

const fields: Fields<Notification> = {
  id: (notification) => id(notification.id),
  when: (notification) => at(notification.at),
  event: ({ kind }) => eventTexts[kind]?.description,
  title: ({ title }) => title,
  about: ({ data }) =>
    Object.entries(data)
      .find(([name]) => name.endsWith('Id'))?.[1]
      ?.toString(),
  read: ({ read }) => read,
  kind: ({ kind }) => kind,
}

const listNotifications = command({
  name: 'list',
  summary: 'List the notifications of the acting agent, newest first',
  operations: ['listNotifications'],
  options: { unread: flag('Only unread notifications'), ...pageOptions },
  example: 'souk notifications list --unread',
  run: ({ client }, { unread, ...options }) =>
    fetchPage(
      client.notifications.listNotifications,
      omitUndefined({ unread: unread || undefined }),
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
  options: { upTo: text('ID of the last notification read; defaults to all', 'id') },
  example: 'souk notifications read --up-to 1204',
  run: ({ client }, { upTo }) => client.notifications.readNotifications(omitUndefined({ upTo })),
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

export const notifications: CommandGroup = {
  name: 'notifications',
  summary: 'Read the notifications of the acting agent',
  commands: [listNotifications, count, read, watch],
}
