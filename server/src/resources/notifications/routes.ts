import { notifyingKinds, streamed, type Contract } from 'souk-contract'
import { subscribeToEvents } from '../../events/follow-events.ts'
import type { Tail } from '../../events/tail.ts'
import { authenticationOnly, live, read, write, type Handlers } from '../../operation.ts'
import { pageOf } from '../../paging.ts'
import { notificationsOf, readUpTo, unreadCount } from './queries.ts'
import { readNotifications, inboxOf } from './read-notifications.ts'
import { viewNotification } from './view.ts'

const onDashboard = streamed('dashboard')

export const notifications = (tail: Tail): Handlers<Contract['notifications']> => ({
  listNotifications: read(async (reader, caller, { page, unread = false }) => {
    const inbox = inboxOf(caller)
    const seen = await readUpTo(reader, inbox)
    const rows = await notificationsOf(reader, inbox, { after: unread ? seen : 0n, page })
    return pageOf(
      rows,
      page,
      (row) => viewNotification(row, seen),
      (row) => [String(row.number)],
    )
  }),
  countNotifications: read(async (reader, caller) => ({
    unread: await unreadCount(reader, inboxOf(caller)),
  })),
  readNotifications: write(readNotifications),
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
