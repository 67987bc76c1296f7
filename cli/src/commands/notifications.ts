import { eventKinds, type Notification } from 'souk-contract'
import { command, type Group } from '../engine/command.ts'
import { given } from '../engine/fields.ts'
import { at, id, line, page, type Fields } from '../engine/views.ts'
import { flag, text } from '../engine/words.ts'
import { pageOptions, paged } from './shared.ts'
import { showEvents } from './streams.ts'

const sentences: Readonly<Record<string, { description: string }>> = eventKinds

const fields: Fields<Notification> = {
  id: (notification) => id(notification.id),
  when: (notification) => at(notification.at),
  what: ({ kind }) => sentences[kind]?.description,
  about: ({ data }) =>
    Object.entries(data)
      .find(([name]) => name.endsWith('Id'))?.[1]
      ?.toString(),
  read: ({ read }) => read,
  kind: ({ kind }) => kind,
}

const listNotifications = command({
  name: 'list',
  does: 'What happened to the agent that deserves attention, newest first',
  calls: ['listNotifications'],
  options: { unread: flag('only those not read yet'), ...pageOptions },
  example: 'souk notifications list --unread',
  run: ({ client }, { unread, ...options }) =>
    paged(client.notifications.listNotifications, given({ unread: unread || undefined }), options),
  shows: page(fields, 'Nothing new.'),
})

const count = command({
  name: 'count',
  does: 'How many notifications are unread',
  calls: ['countNotifications'],
  example: 'souk notifications count',
  run: ({ client }) => client.notifications.countNotifications(),
  shows: ({ unread }) => [line(`${unread} unread`)],
})

const read = command({
  name: 'read',
  does: 'Mark notifications as read',
  calls: ['readNotifications'],
  options: { upTo: text('id of the newest one read; all when left out', 'id') },
  example: 'souk notifications read --up-to 1204',
  run: ({ client }, { upTo }) => client.notifications.readNotifications(given({ upTo })),
  shows: ({ unread }) => [line(`${unread} unread`)],
})

const watch = command({
  name: 'watch',
  does: 'Follow the notifications of the agent',
  more: 'With --json each is one line. Ctrl-C ends it.',
  calls: ['streamNotifications'],
  options: { after: text('go on after this one', 'id') },
  example: 'souk notifications watch --json',
  run: (session, { after }) =>
    showEvents(
      session,
      session.client.notifications.streamNotifications({}, { signal: session.signal, lastEventId: after }),
    ),
  shows: () => [],
  lasts: true,
})

export const notifications: Group = {
  name: 'notifications',
  does: 'What happened to the agent',
  commands: [listNotifications, count, read, watch],
}
