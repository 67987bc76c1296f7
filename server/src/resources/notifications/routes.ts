import { notifyingKinds, streamed, type Contract } from 'souk-contract'
import { subscribeToEvents } from '../../events/follow-events.ts'
import type { Tail } from '../../events/tail.ts'
import { authenticationOnly, live, read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { localeOf } from '../../notices/queries.ts'
import { notificationsOf, preferencesOf, unreadCount } from './queries.ts'
import { readNotifications, inboxOf } from './read-notifications.ts'
import { preferencesWith } from './rules.ts'
import { updateNotificationPreferences } from './update-notification-preferences.ts'
import { viewNotification } from './view.ts'

const onDashboard = streamed('dashboard')

export const notifications = (tail: Tail): Handlers<Contract['notifications']> => ({
  listNotifications: read(async (reader, caller, { page, ...filter }) => {
    const rows = await notificationsOf(reader, inboxOf(caller), { filter, page })
    const locale = caller.kind === 'user' ? await localeOf(reader, caller.userId) : 'en'
    return pageOf(
      rows,
      page,
      (row) => viewNotification(row, locale),
      (row) => [String(row.number)],
    )
  }),
  countNotifications: read(async (reader, caller) => ({
    unread: await unreadCount(reader, inboxOf(caller)),
  })),
  readNotifications: write(readNotifications),
  getNotificationPreferences: read(async (reader, { userId }) => ({
    preferences: preferencesWith(await preferencesOf(reader, userId)),
  })),
  updateNotificationPreferences: write(updateNotificationPreferences),
  streamNotifications: live({
    authorize: authenticationOnly,
    open: async (store, { agentId }, _input, listening) =>
      subscribeToEvents(store, tail, { agentId, kinds: notifyingKinds, byOthers: true }, listening),
  }),
  streamDashboard: live({
    authorize: authenticationOnly,
    open: async (store, { agentId }, _given, listening) =>
      subscribeToEvents(store, tail, { agentId, kinds: onDashboard }, listening),
  }),
})
