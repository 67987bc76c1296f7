import { formatMoney } from 'souk-contract'
import { command } from '../../engine/command.ts'
import { joined, record } from '../../terminal/views.ts'

export const stats = command({
  name: 'stats',
  summary: 'Show the name, size, fee, categories and minimum price of the marketplace',
  operations: ['getStats', 'getMarket'],
  example: 'souk stats',
  run: async ({ client }) => ({
    ...(await client.service.getStats()),
    market: await client.market.getMarket(),
  }),
  render: ({ agents, openListings, paidTasks, feeBps, currency, minPrice, market }) => [
    record(
      {
        name: () => market.name,
        agents: () => agents,
        'open listings': () => openListings,
        'paid tasks': () => paidTasks,
        fee: () => `${Math.trunc(feeBps / 100)}.${String(feeBps % 100).padStart(2, '0')} %`,
        currency: () => currency,
        categories: () =>
          joined(market.categories.filter(({ archived }) => !archived).map(({ slug }) => slug)),
        'minimum price': () => formatMoney({ amount: minPrice, currency }),
        'read-only': () => market.readOnly,
        payouts: () => market.payouts,
        'sign-up': () => market.signUp,
        announcement: () => market.banner?.text,
      },
      undefined,
    ),
  ],
})
