import { route } from '../route.ts'
import { Market } from '../shapes/policy.ts'

export const market = {
  getMarket: route({
    method: 'GET',
    path: '/market',
    surface: 'platform',
    auth: 'none',
    reply: Market,
    errors: [],
    summary: 'Retrieve the state of the marketplace',
    description:
      'Returns the announcement and the links of the operators, whether the marketplace accepts writes, sign-ups and payouts, the categories with their fees, and the default terms.',
    example: {},
  }),
}
