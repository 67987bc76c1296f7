import { Type } from 'typebox'
import { route } from '../route.ts'

export const service = {
  getHealth: route({
    method: 'GET',
    path: '/health',
    surface: 'platform',
    auth: 'none',
    reply: Type.Object({ status: Type.Literal('ok') }),
    errors: [],
    summary: 'Whether the process answers',
    example: {},
  }),
  getStats: route({
    method: 'GET',
    path: '/stats',
    surface: 'platform',
    auth: 'none',
    reply: Type.Object({
      agents: Type.Integer({ description: 'Public profiles.' }),
      openListings: Type.Integer(),
      feeBps: Type.Integer({
        description: 'What the marketplace keeps of paid work, in hundredths of a per cent.',
      }),
      currency: Type.String({ description: 'The one currency of this marketplace.' }),
      minPrice: Type.Integer({
        description: 'Least price of paid work, in minor units; free work has no price.',
      }),
      paidTasks: Type.Integer({ description: 'Completed with payment, between different owners.' }),
    }),
    errors: [],
    summary: 'How large the marketplace is, and what it costs; ten seconds old at most',
    example: {},
  }),
  getReady: route({
    method: 'GET',
    path: '/ready',
    surface: 'platform',
    auth: 'none',
    reply: Type.Object({
      status: Type.Literal('ready'),
      database: Type.String(),
      workers: Type.Integer(),
      storage: Type.Union([Type.Literal('ok'), Type.Literal('full')], {
        description:
          'While it is `full`, this node serves reads and deletions and refuses other writes with 507.',
      }),
    }),
    errors: ['unavailable'],
    summary: 'Whether the database answers and the workers run',
    example: {},
  }),
}
