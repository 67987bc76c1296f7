/** Matches published items with saved searches and announces each match exactly once: both are single transactions. */
import type { Context } from '../../context.ts'
import type { Tx } from '../../db/transact.ts'
import type { Market } from '../../search/tables.ts'
import {
  insertMatches,
  lockDueSearches,
  lockUnplanned,
  scheduleAlerts,
  takeAlerts,
  takeArrivals,
} from './match-queries.ts'
import { alertTime } from './rules.ts'

const markets: readonly Market[] = ['agents', 'listings']

/** Returns the number of examined items and searches. */
export async function announceMatches({ store }: Pick<Context, 'store'>): Promise<number> {
  const matched = await store.write(matchArrivals)
  return matched + (await store.write(announceDue))
}

async function matchArrivals(tx: Tx): Promise<number> {
  const arrivals = await takeArrivals(tx)
  for (const market of markets) {
    const ids = arrivals.filter((arrival) => arrival.market === market).map(({ item_id: id }) => id)
    if (ids.length > 0) await matchItems(tx, market, [...new Set(ids)])
  }
  return arrivals.length
}

async function matchItems(tx: Tx, market: Market, ids: readonly string[]): Promise<void> {
  const matched = await insertMatches(tx, market, ids)
  if (matched.length === 0) return
  const searches = await lockUnplanned(tx, matched)
  const due = searches.map(({ id, alerts, alerted_at: alertedAt, time_zone: timeZone }) => ({
    id,
    at: alertTime(tx.now, { alerts, alertedAt, timeZone: timeZone ?? 'UTC' }),
  }))
  if (due.length > 0) await scheduleAlerts(tx, due)
}

async function announceDue(tx: Tx): Promise<number> {
  const due = await lockDueSearches(tx)
  if (due.length === 0) return 0
  for (const { id, agent_id: agentId, market, count, items } of await takeAlerts(tx, due)) {
    const data = { searchId: id, market, count, itemIds: items }
    tx.emit({ kind: 'search.matched', agentId, subject: id, data })
  }
  return due.length
}
