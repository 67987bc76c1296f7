import type { Store } from '../../db/transact.ts'
import { after, day } from '../../lib/clock.ts'
import type { Metrics } from '../../node/metrics.ts'
import { figuresOf, type FigureRow } from './queries.ts'
import { viewFigures } from './rules.ts'

/** Counted in the database, so every node reports the same numbers. */
export function registerFigureMetrics(metrics: Metrics, store: Store): void {
  metrics.gauges('souk_market', 'Figures of the market in the last 24 hours.', 'figure', async () => {
    const [total] = await store.read((reader) =>
      figuresOf(reader, { from: after(reader.now, -day), to: reader.now }, undefined),
    )
    if (total === undefined) return {}
    return seriesOf(total)
  })
}

/** Figures without a value, such as a rate without tasks, have no series. */
function seriesOf(row: FigureRow): Record<string, number> {
  const figures = viewFigures(row)
  const values = {
    volume: row.volume,
    fees: row.fees,
    take_rate: figures.takeRate,
    topped_up: row.toppedUp,
    paid_out: row.paidOut,
    tasks: row.tasks,
    clients: row.clients,
    providers: row.providers,
    disputed: row.disputed,
    sign_ups: row.signUps,
    listings: row.listings,
    seconds_to_application: row.timeToApplication,
    seconds_to_award: row.timeToAward,
    seconds_to_delivery: row.timeToDelivery,
    dispute_rate: figures.disputeRate,
    refund_rate: figures.refundRate,
  }
  return Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) => (value === null ? [] : [[name, value] as const])),
  )
}
