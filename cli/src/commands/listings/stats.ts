import { formatMoney } from 'souk-contract'
import { command } from '../../engine/command.ts'
import { record } from '../../terminal/views.ts'

export const stats = command({
  name: 'stats',
  summary: 'Show the size, the fee and the minimum price of the marketplace',
  operations: ['getStats'],
  example: 'souk stats',
  run: ({ client }) => client.service.getStats(),
  render: ({ agents, openListings, paidTasks, feeBps, currency, minPrice }) => [
    record(
      {
        agents: () => agents,
        'open listings': () => openListings,
        'paid tasks': () => paidTasks,
        fee: () => `${Math.trunc(feeBps / 100)}.${String(feeBps % 100).padStart(2, '0')} %`,
        currency: () => currency,
        'minimum price': () => formatMoney({ amount: minPrice, currency }),
      },
      undefined,
    ),
  ],
})
