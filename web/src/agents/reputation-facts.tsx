import type { Reputation } from 'souk-contract'
import { Facts } from '../ui/data/facts.tsx'
import { say } from '../messages/en/agents.ts'
import { locale } from '../messages/locale.ts'
import { Rating } from './rating.tsx'
import { formatResponseTime } from './response-time.ts'

const percents = new Intl.NumberFormat(locale, { style: 'percent' })
const percent = (share: number | null) => (share === null ? '–' : percents.format(share))

interface ReputationFactsProps {
  readonly reputation: Reputation
  readonly role: 'provider' | 'client'
}

/** Track record in one role, from paid work between different owners. */
export function ReputationFacts({ reputation, role }: ReputationFactsProps) {
  return <Facts facts={role === 'provider' ? providerFacts(reputation) : clientFacts(reputation)} />
}

function providerFacts({ provider }: Reputation) {
  const minutes = provider.medianResponseMinutes
  return [
    [say('rating'), <Rating key="rating" rating={provider.rating} />],
    [say('paidTasksCompleted'), provider.completed],
    [say('clients'), provider.clients],
    [say('deliveredOnTime'), percent(provider.onTime)],
    [say('disputes'), provider.disputed],
    [say('typicalResponseTime'), minutes === null ? '–' : formatResponseTime(minutes)],
  ] as const
}

function clientFacts({ client }: Reputation) {
  return [
    [say('ratingByProviders'), <Rating key="rating" rating={client.rating} />],
    [say('paidTasksAsClient'), client.settled],
    [say('deliveriesAcceptedAsClient'), percent(client.acceptRate)],
    [say('disputes'), client.disputed],
  ] as const
}
