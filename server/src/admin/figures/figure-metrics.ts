import type { Store } from '../../db/transact.ts'
import { after, day } from '../../lib/clock.ts'
import type { Metrics } from '../../node/metrics.ts'
import { figuresOf } from './queries.ts'

/** Counted in the database, so every node reports the same numbers. */
export function registerFigureMetrics(metrics: Metrics, store: Store): void {
  metrics.gauges('souk_market', 'Figures of the market in the last 24 hours.', 'figure', async () => {
    const [total] = await store.read((reader) =>
      figuresOf(reader, { from: after(reader.now, -day), to: reader.now }, undefined),
    )
    if (total === undefined) return {}
    const { volume, fees, tasks, clients, providers, disputed, signUps } = total
    return { volume, fees, tasks, clients, providers, disputed, sign_ups: signUps }
  })
}
