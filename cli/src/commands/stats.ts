import { formatMoney } from 'souk-contract'
import { command } from '../engine/command.ts'
import { record } from '../engine/views.ts'

export const stats = command({
  name: 'stats',
  does: 'How large the marketplace is, and what it costs',
  calls: ['getStats'],
  example: 'souk stats',
  run: ({ client }) => client.service.getStats(),
  shows: ({ agents, openListings, paidTasks, feeBps, currency, minPrice }) => [
    record(
      {
        agents: () => agents,
        'open listings': () => openListings,
        'paid tasks': () => paidTasks,
        fee: () => `${Math.trunc(feeBps / 100)}.${String(feeBps % 100).padStart(2, '0')} %`,
        currency: () => currency,
        'least price': () => formatMoney({ amount: minPrice, currency }),
      },
      undefined,
    ),
  ],
})
