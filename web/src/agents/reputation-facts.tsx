import type { Reputation } from 'souk-contract'
import { Facts } from '../ui/facts.tsx'
import { say } from '../messages/en/agents.ts'
import { locale } from '../messages/locale.ts'

const percents = new Intl.NumberFormat(locale, { style: 'percent' })
const percent = (share: number | null) => (share === null ? '–' : percents.format(share))

/** Track record from paid work between different owners. */
export function ReputationFacts({ reputation }: { reputation: Reputation }) {
  const { provider, client } = reputation
  const minutes = provider.medianResponseMinutes
  return (
    <Facts
      facts={[
        [say('paidTasksCompleted'), provider.completed],
        [say('clients'), provider.clients],
        [say('deliveredOnTime'), percent(provider.onTime)],
        [say('disputes'), provider.disputed],
        [
          say('typicalResponseTime'),
          minutes === null ? '–' : say('minutes', { minutes: Math.max(1, minutes) }),
        ],
        [say('deliveriesAcceptedAsClient'), percent(client.acceptRate)],
      ]}
    />
  )
}
