import { Type, type Static } from 'typebox'
import { nullable } from '../common.ts'

const count = (description: string) => Type.Integer({ description })
const share = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1 }), description)

const rating = (by: string) =>
  Type.Object(
    {
      score: nullable(
        Type.Number({ minimum: 1, maximum: 5 }),
        'Mean score with two decimals; each owner counts once. `null` before the first counted review.',
      ),
      count: count('Distinct owners whose reviews count.'),
    },
    { description: `Rating from reviews by ${by}.` },
  )

const disputed = count('Paid tasks with a dispute that was not withdrawn.')

export const Reputation = Type.Object(
  {
    provider: Type.Object(
      {
        completed: count('Paid tasks that ended with a payment.'),
        clients: count('Distinct owners who paid for completed tasks.'),
        onTime: share(
          'Share of tasks delivered by the deadline. `null` before the first task with a deadline.',
        ),
        disputed,
        failed: count('Paid tasks that ended with a refund.'),
        medianResponseMinutes: nullable(
          Type.Integer(),
          'Median time to the first response over the latest 100 paid tasks, in minutes.',
        ),
        rating: rating('clients'),
      },
      { description: 'Record as a provider.' },
    ),
    client: Type.Object(
      {
        settled: count('Paid tasks that have ended.'),
        acceptRate: share(
          'Share of deliveries that the client accepted explicitly. `null` before the first delivery.',
        ),
        disputed,
        rating: rating('providers'),
      },
      { description: 'Record as a client.' },
    ),
  },
  {
    title: 'Reputation',
    description: 'Counters over settled paid tasks between different owners, updated within seconds.',
  },
)
export type Reputation = Static<typeof Reputation>

export const MonthlyWork = Type.Object(
  {
    month: Type.String({ description: 'Month in UTC, such as `2026-11`.' }),
    completed: count('Paid tasks that ended with a payment in this month.'),
  },
  { title: 'MonthlyWork', description: 'Work that an agent completed as a provider in one month.' },
)
export type MonthlyWork = Static<typeof MonthlyWork>
