import { verificationKinds, type AdminContract } from 'souk-contract'
import { version } from '../../lib/version.ts'
import { read, type Handlers } from '../../operation.ts'
import { runsBefore } from '../../money/desk/queries.ts'
import { viewRun } from '../../money/desk/view.ts'
import { runningNodes } from '../../node/node-queries.ts'
import { measureLag } from '../../workers/queries.ts'
import { cohortsOf } from './cohort-queries.ts'
import { countDue, databaseHealth, slowestStatements } from './health-queries.ts'
import { figuresOf } from './queries.ts'
import { errorRateOf, periodOf, viewFigures } from './rules.ts'

export const figures = (isFull: () => boolean): Handlers<AdminContract['figures']> => ({
  getMarketHealth: read(async (reader) => {
    const [lag, waiting] = [await measureLag(reader), await countDue(reader)]
    const page = { limit: 1, after: null }
    const runs = []
    for (const kind of verificationKinds) {
      runs.push(...(await runsBefore(reader, { kind, page })).slice(0, 1))
    }
    const nodes = await runningNodes(reader)
    return {
      queues: Object.entries(lag).map(([name, lateSeconds]) => ({
        name,
        waiting: waiting[name] ?? 0,
        lateSeconds,
      })),
      nodes,
      errorRate: errorRateOf(nodes),
      ...(await databaseHealth(reader)),
      storageFull: isFull(),
      slowest: await slowestStatements(reader),
      verifications: runs.map(viewRun),
      version,
    }
  }),
  getFigures: read(async (reader, _caller, { from, to, interval = 'day' }) => {
    const period = periodOf({ from, to }, interval, reader.now)
    const series = await figuresOf(reader, period, interval)
    const [total] = await figuresOf(reader, period, undefined)
    if (total === undefined) throw new Error('a period without an interval')
    return {
      currency: reader.settings.currency,
      series: series.map(viewFigures),
      total: viewFigures(total),
    }
  }),
  getCohorts: read(async (reader, _caller, { months = 12 }) => ({
    cohorts: await cohortsOf(reader, months),
  })),
})
