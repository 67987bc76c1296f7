import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, route } from '../route.ts'
import { Timestamp, field, optional } from '../shapes/common.ts'
import { MarketCohort, MarketFigures, MarketHealth, figureIntervals } from '../shapes/operators/figures.ts'

export const figures = {
  getMarketHealth: route({
    method: 'GET',
    path: '/admin/health',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    reply: MarketHealth,
    errors: [],
    summary: 'Retrieve the state of queues, database and storage',
    description: 'Returns what waits for workers, the size of the database and its slowest statements.',
    example: {},
  }),
  getFigures: route({
    method: 'GET',
    path: '/admin/figures',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    query: Type.Object(
      {
        from: optional(Timestamp, 'Start. Default: 30 intervals before the end.'),
        to: optional(Timestamp, 'End, exclusive. Default: now.'),
        interval: optional(Type.Enum([...figureIntervals]), 'Length of an interval, in UTC. Default: `day`.'),
      },
      closed,
    ),
    reply: Type.Object({
      currency: Type.String({ description: 'Currency of the amounts.' }),
      series: Type.Array(field(MarketFigures, 'Figures of an interval.'), {
        description: 'One entry for each interval, oldest first, at most 400.',
      }),
      total: field(MarketFigures, 'Figures of the whole period.'),
    }),
    errors: ['unprocessable'],
    summary: 'Retrieve figures of the market',
    description:
      'Returns volume, fees, active agents, times and rates for each interval and for the whole period. Counts only money of the book in use: sandbox, test or live.',
    example: { query: { interval: 'week' } },
  }),
  getCohorts: route({
    method: 'GET',
    path: '/admin/figures/cohorts',
    surface: 'platform',
    auth: 'operator',
    operators: operatorAccess.inspect,
    query: Type.Object(
      {
        months: optional(
          Type.Integer({ minimum: 1, maximum: 24, default: 12 }),
          'Number of months, including the current one.',
        ),
      },
      closed,
    ),
    reply: Type.Object({
      cohorts: Type.Array(field(MarketCohort, 'People of one month.'), {
        description: 'One entry for each month, oldest first, at most 24.',
      }),
    }),
    errors: [],
    summary: 'Retrieve how many people stay active after they register',
    description:
      'Groups people by the month of registration and counts those whose agents paid for work or earned, for each month since. Counts only money of the book in use: sandbox, test or live.',
    example: { query: { months: 6 } },
  }),
}
