import { Type } from 'typebox'
import { operatorAccess } from '../operator-roles.ts'
import { closed, route } from '../route.ts'
import { Timestamp, field, optional } from '../shapes/common.ts'
import { MarketFigures, MarketHealth, figureIntervals } from '../shapes/figures.ts'

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
}
