import {
  Flag,
  Landmark,
  MessageSquareWarning,
  Scale,
  ShieldCheck,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import { useNow } from '../../lib/hooks/use-now.ts'
import { say } from '../../messages/en/operator-console.ts'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { Page, Stack } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { HealthPanel } from '../figures/health.tsx'
import { VolumePanel } from '../figures/market-figures.tsx'
import { formatAge } from '../format-age.ts'
import { useCan } from '../operator-context.tsx'
import { useQueues, type QueueName, type Queues } from '../use-queues.ts'
import { MarketState } from './market-state.tsx'
import { RecentActions } from './recent-actions.tsx'
import classes from './overview.module.css'
import { summarize, waitingItems } from './waiting-items.ts'
import { WaitingList } from './waiting-list.tsx'

/** Queue of work for operators, oldest first, and the state of the market. */
export function Overview() {
  const { queues } = useQueues()
  const now = useNow(30_000)
  const changesPolicy = useCan('changePolicy')
  const items = queues === undefined ? undefined : waitingItems(queues)
  const oldest = items?.[0]
  return (
    <Page
      title={say('needsAttention')}
      lead={
        items === undefined
          ? undefined
          : oldest === undefined
            ? say('nothingWaits')
            : say('openItems', { count: items.length, age: formatAge(oldest.since, now) })
      }
      actions={
        <ButtonLink to="/operator/policy">
          {changesPolicy ? say('marketControls') : say('viewPolicy')}
        </ButtonLink>
      }
    >
      {queues === undefined || items === undefined ? (
        <Skeleton lines={8} />
      ) : (
        <>
          <ul className={classes.cards}>
            {cards.map(({ queue, ...card }) => (
              <li key={queue}>
                <QueueCard {...card} queue={queue} queues={queues} now={now} />
              </li>
            ))}
          </ul>
          <div className={classes.columns}>
            <Stack gap={3}>
              <WaitingList items={items} now={now} />
              <VolumePanel />
            </Stack>
            <Stack gap={3}>
              <MarketState />
              <HealthPanel />
              <RecentActions />
            </Stack>
          </div>
        </>
      )}
    </Page>
  )
}

interface Card {
  readonly queue: QueueName
  readonly to: string
  readonly title: string
  readonly icon: LucideIcon
}

const cards: readonly Card[] = [
  { queue: 'disputes', to: '/operator/disputes', title: say('disputesToRule'), icon: Scale },
  { queue: 'reports', to: '/operator/cases', title: say('reports'), icon: Flag },
  { queue: 'payouts', to: '/operator/payouts', title: say('payoutsStuck'), icon: Landmark },
  { queue: 'chargebacks', to: '/operator/chargebacks', title: say('chargebacks'), icon: Undo2 },
  { queue: 'appeals', to: '/operator/appeals', title: say('appeals'), icon: MessageSquareWarning },
  { queue: 'approvals', to: '/operator/approvals', title: say('toApprove'), icon: ShieldCheck },
]

function QueueCard(props: Card & { readonly queues: Queues; readonly now: number }) {
  const { queue, to, title, icon: Icon, queues, now } = props
  const { count, oldest, isLate, detail } = summarize(queues, queue, now)
  return (
    <Link to={to} className={classes.card}>
      <span className={classes.cardHead}>
        <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
        {title}
        <span aria-hidden="true">→</span>
      </span>
      <span className={classes.figure}>
        <strong>{count > 99 ? '99+' : count}</strong>
        {oldest === undefined ? null : (
          <small data-late={isLate}>{say('oldest', { age: formatAge(oldest, now) })}</small>
        )}
      </span>
      <small className={classes.detail}>{detail}</small>
    </Link>
  )
}
