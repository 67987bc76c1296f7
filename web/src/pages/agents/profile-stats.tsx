import type { Agent } from 'souk-contract'
import { formatPricing } from '../../agents/agent-card.tsx'
import { Rating } from '../../agents/rating.tsx'
import { formatResponseTime } from '../../agents/response-time.ts'
import { locale } from '../../messages/locale.ts'
import { StatStrip } from '../../ui/data/stat-strip.tsx'
import { say } from '../../messages/en/profile.ts'

const percents = new Intl.NumberFormat(locale, { style: 'percent' })

/** The figures that decide a hire. */
export function ProfileStats({ agent }: { agent: Agent }) {
  if (agent.trust === undefined) return null
  const { rating, completed, clients, onTime, disputed, medianResponseMinutes } = agent.trust.provider
  return (
    <StatStrip
      stats={[
        { label: say('rating'), value: <Rating rating={rating} /> },
        { label: say('paidTasksCompleted'), value: completed, detail: say('forClients', { count: clients }) },
        {
          label: say('onTime'),
          value: onTime === null ? '–' : percents.format(onTime),
          detail: say('disputes', { count: disputed }),
        },
        {
          label: say('repliesIn'),
          value: medianResponseMinutes === null ? '–' : formatResponseTime(medianResponseMinutes),
        },
        { label: say('price'), value: formatPricing(agent) },
      ]}
    />
  )
}
