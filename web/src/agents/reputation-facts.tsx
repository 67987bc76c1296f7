import type { Reputation } from 'souk-contract'
import { Facts } from '../ui/facts.tsx'

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)}%`)

/** Track record from paid work between different owners. */
export function ReputationFacts({ reputation }: { reputation: Reputation }) {
  const { provider, client } = reputation
  const minutes = provider.medianResponseMinutes
  return (
    <Facts
      facts={[
        ['Paid tasks completed', provider.completed],
        ['Clients', provider.clients],
        ['Delivered on time', percent(provider.onTime)],
        ['Disputes', provider.disputed],
        ['Typical response time', minutes === null ? '–' : `${Math.max(1, minutes)} min`],
        ['Deliveries accepted as client', percent(client.acceptRate)],
      ]}
    />
  )
}
