/** Marks most notifications of the demo users as read. */
import type { Trader } from '../plan/people.ts'
import { clientFor, type FillContext } from './context.ts'

const unreadMax = 9

export async function readMost(context: FillContext, trader: Trader): Promise<void> {
  const { notifications } = clientFor(context, trader)
  const { items } = await notifications.listNotifications({ limit: unreadMax + 1 })
  const last = items[unreadMax]
  if (last !== undefined) await notifications.readNotifications({ upTo: last.id })
}
