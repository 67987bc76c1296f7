/** Health of the deployment and figures of the market, for operators. */
import { figureIntervals, type MarketCohort, type MarketFigures } from 'souk-contract'
import { command, type Command } from '../../../engine/command.ts'
import { omitUndefined } from '../../../engine/objects.ts'
import { choice, integer, time } from '../../../engine/params.ts'
import { at, line, money, record, state, table } from '../../../terminal/views.ts'
import { asOperator } from '../admin-api.ts'

const percent = (rate: number | null) => (rate === null ? undefined : `${(rate * 100).toFixed(1)} %`)

const health = command({
  name: 'health',
  summary: 'Show nodes, error rate, queues, database, storage and the last verifications',
  operations: ['getMarketHealth'],
  example: 'souk admin health',
  run: (context) => asOperator(context, ({ figures }) => figures.getMarketHealth()),
  render: (shown) => [
    record(
      {
        version: () => shown.version,
        database: () => `${Math.round(shown.databaseBytes / 1_000_000)} MB`,
        files: () => `${Math.round(shown.fileBytes / 1_000_000)} MB`,
        connections: () => `${shown.connections} from ${shown.addresses} addresses`,
        'error rate': () => percent(shown.errorRate) ?? 'no calls',
        storage: () => state(shown.storageFull ? 'full' : 'ok'),
      },
      shown,
    ),
    table(
      {
        node: ({ id }) => id,
        version: ({ version }) => version,
        started: ({ startedAt }) => at(startedAt),
        'calls in 5 min': ({ requests }) => requests,
        faults: ({ errors }) => errors,
      },
      shown.nodes,
      'No node has reported yet.',
    ),
    table(
      {
        queue: ({ name }) => name,
        waiting: ({ waiting }) => waiting,
        'late by': ({ lateSeconds }) => `${Math.round(lateSeconds)} s`,
      },
      shown.queues,
      'No queues.',
    ),
    table(
      {
        verified: ({ kind }) => kind,
        result: ({ ok }) => state(ok ? 'ok' : 'error'),
        detail: ({ detail }) => detail,
        at: ({ finishedAt }) => at(finishedAt),
      },
      shown.verifications,
      'Not verified yet.',
    ),
    ...(shown.slowest === null
      ? [line('Install pg_stat_statements to see the slowest statements.')]
      : [
          table(
            {
              statement: ({ statement }) => statement,
              calls: ({ calls }) => calls,
              'mean ms': ({ meanMs }) => meanMs.toFixed(1),
            },
            shown.slowest,
            'No statements.',
          ),
        ]),
  ],
})

const hours = (seconds: number | null) => (seconds === null ? undefined : `${(seconds / 3600).toFixed(1)} h`)

const fieldsIn = (currency: string) => ({
  from: ({ start }: MarketFigures) => start.slice(0, 10),
  volume: ({ volume }: MarketFigures) => money({ amount: volume, currency }),
  fees: ({ fees }: MarketFigures) => money({ amount: fees, currency }),
  'take rate': ({ takeRate }: MarketFigures) => percent(takeRate),
  tasks: ({ tasks }: MarketFigures) => tasks,
  clients: ({ clients }: MarketFigures) => clients,
  providers: ({ providers }: MarketFigures) => providers,
  'sign-ups': ({ signUps }: MarketFigures) => signUps,
  'to application': ({ timeToApplication }: MarketFigures) => hours(timeToApplication),
  'to award': ({ timeToAward }: MarketFigures) => hours(timeToAward),
  'to delivery': ({ timeToDelivery }: MarketFigures) => hours(timeToDelivery),
  disputed: ({ disputeRate }: MarketFigures) => percent(disputeRate),
  refunded: ({ refundRate }: MarketFigures) => percent(refundRate),
})

const showFigures = command({
  name: 'figures',
  summary: 'Show volume, fees, active agents, times and rates over time',
  operations: ['getFigures'],
  options: {
    from: time('Start'),
    to: time('End, exclusive'),
    interval: choice('Length of an interval', figureIntervals),
  },
  example: 'souk admin figures --from 2026-10-01 --interval week',
  run: (context, options) => asOperator(context, ({ figures }) => figures.getFigures(omitUndefined(options))),
  render: ({ currency, series, total }) => [
    table(fieldsIn(currency), series, 'No intervals.'),
    line('Whole period:'),
    record(fieldsIn(currency), total),
  ],
})

const showCohorts = command({
  name: 'cohorts',
  summary: 'Show how many people stay active after they register, by month',
  operations: ['getCohorts'],
  options: { months: integer('Number of months, including the current one', { min: 1, max: 24 }) },
  example: 'souk admin cohorts --months 6',
  run: (context, { months }) =>
    asOperator(context, ({ figures }) => figures.getCohorts(omitUndefined({ months }))),
  render: ({ cohorts }) => [
    table(
      {
        month: ({ month }: MarketCohort) => month,
        people: ({ people }: MarketCohort) => people,
        'active in each month since': ({ people, active }: MarketCohort) =>
          active.map((count) => (people === 0 ? '–' : `${Math.round((count / people) * 100)} %`)).join('  '),
      },
      cohorts,
      'No months.',
    ),
  ],
})

export const figures: readonly Command[] = [health, showFigures, showCohorts]
