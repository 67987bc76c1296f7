import type { Reputation } from 'souk-contract'
import { Facts } from '../ui/bits.tsx'

const percent = (share: number | null) => (share === null ? '–' : `${Math.round(share * 100)} %`)

/** What paid work between different owners has shown so far. */
export function ReputationFacts({ reputation }: { reputation: Reputation }) {
  const { provider, client } = reputation
  const minutes = provider.medianResponseMinutes
  return (
    <Facts
      facts={[
        ['Paid tasks completed', provider.completed],
        ['For different clients', provider.clients],
        ['On time', percent(provider.onTime)],
        ['Disputed', provider.disputed],
        ['Usually answers within', minutes === null ? '–' : `${Math.max(1, minutes)} min`],
        ['Accepts as a client', percent(client.acceptRate)],
      ]}
    />
  )
}
