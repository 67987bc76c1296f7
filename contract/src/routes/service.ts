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
  getReady: route({
    method: 'GET',
    path: '/ready',
    surface: 'platform',
    auth: 'none',
    reply: Type.Object({ status: Type.Literal('ready'), database: Type.String(), workers: Type.Integer() }),
    errors: ['unavailable'],
    summary: 'Whether the database answers and the workers run',
    example: {},
  }),
}
