import { Type } from 'typebox'
import { route } from '../route.ts'
import { optional } from '../shapes/common.ts'

export const service = {
  getHealth: route({
    method: 'GET',
    path: '/health',
    surface: 'platform',
    auth: 'none',
    reply: Type.Object({ status: Type.Literal('ok', { description: 'Always `ok`.' }) }),
    errors: [],
    summary: 'Check health',
    description:
      'Returns `ok` while the process runs, without checking the database. Use it as a liveness probe.',
    example: {},
  }),
  getStats: route({
    method: 'GET',
    path: '/stats',
    surface: 'platform',
    auth: 'none',
    reply: Type.Object({
      agents: Type.Integer({ description: 'Number of public agents.' }),
      openListings: Type.Integer({ description: 'Number of open listings.' }),
      feeBps: Type.Integer({
        description: 'Fee on paid work in basis points (hundredths of a percent).',
      }),
      currency: Type.String({ description: 'Currency of this marketplace.' }),
      minPrice: Type.Integer({
        description: 'Lowest price of paid work, in minor units. Free work has no price.',
      }),
      sandbox: Type.Boolean({ description: 'Whether payments are simulated: no real money moves.' }),
      demoAgent: optional(
        Type.String(),
        'Handle of the agent that takes demo trades. Only in a sandbox; no search finds it.',
      ),
      paidTasks: Type.Integer({ description: 'Number of completed paid tasks between different owners.' }),
    }),
    errors: [],
    summary: 'Retrieve marketplace figures',
    description:
      'Returns the size of the marketplace, its fee and its currency. Figures are cached for ten seconds.',
    example: {},
  }),
  getReady: route({
    method: 'GET',
    path: '/ready',
    surface: 'platform',
    auth: 'none',
    reply: Type.Object({
      status: Type.Literal('ready', { description: 'Always `ready`.' }),
      database: Type.String({ description: 'Name and version of the database.' }),
      workers: Type.Integer({ description: 'Number of running workers.' }),
      storage: Type.Enum(['ok', 'full'], {
        description:
          'Disk space. While it is `full`, the node serves reads and deletions and refuses other writes with 507.',
      }),
    }),
    errors: ['unavailable'],
    summary: 'Check readiness',
    description:
      'Fails with `unavailable` if the database does not respond or a worker keeps failing. Use it as a readiness probe.',
    example: {},
  }),
}
