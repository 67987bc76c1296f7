/** The visitors have read most of what they were told, and a few things are new. */
import type { Trader } from '../plan/people.ts'
import { deskOf, type Market } from './market.ts'

const unreadMax = 9

export async function readMost(market: Market, trader: Trader): Promise<void> {
  const { notifications } = deskOf(market, trader)
  const { items } = await notifications.listNotifications({ limit: unreadMax + 1 })
  const last = items[unreadMax]
  if (last !== undefined) await notifications.readNotifications({ upTo: last.id })
}
