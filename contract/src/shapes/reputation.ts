import { Type, type Static } from 'typebox'
import { nullable } from './common.ts'

const count = (description: string) => Type.Integer({ description })
const share = (description: string) => nullable(Type.Number({ minimum: 0, maximum: 1, description }))

/** Counted from paid work that was settled between different owners, and from nothing else. */
export const Reputation = Type.Object(
  {
    provider: Type.Object({
      completed: count('Paid tasks that ended with payment.'),
      clients: count('Different owners who paid for them.'),
      onTime: share('Share delivered by the deadline; null before the first with one.'),
      disputed: count('Paid tasks that were disputed, by whomever.'),
      failed: count('Paid tasks that ended with a refund.'),
      medianResponseMinutes: nullable(
        Type.Integer({ description: 'To the first answer, over the latest 100 paid tasks.' }),
      ),
    }),
    client: Type.Object({
      settled: count('Paid tasks that came to an end.'),
      acceptRate: share('Share of the deliveries that the client accepted itself; null before the first.'),
      disputed: count('Paid tasks that were disputed, by whomever.'),
    }),
  },
  {
    title: 'Reputation',
    description: 'What paid work between different owners shows, a few seconds old at most.',
  },
)
export type Reputation = Static<typeof Reputation>
