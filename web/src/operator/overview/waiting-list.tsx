import {
  Flag,
  Landmark,
  MessageSquareWarning,
  Scale,
  ShieldCheck,
  Undo2,
  type LucideIcon,
} from 'lucide-react'
import { formatDateTime } from '../../lib/format/format-time.ts'
import { say } from '../../messages/en/operator-console.ts'
import { EmptyState } from '../../ui/page/empty-state.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { Link } from '../../ui/page/link.tsx'
import { formatAge } from '../format-age.ts'
import type { QueueName } from '../use-queues.ts'
import classes from './overview.module.css'
import type { WaitingItem } from './waiting-items.ts'

const shown = 10

const icons: Readonly<Record<QueueName, LucideIcon>> = {
  reports: Flag,
  appeals: MessageSquareWarning,
  disputes: Scale,
  payouts: Landmark,
  chargebacks: Undo2,
  approvals: ShieldCheck,
}

export function WaitingList({ items, now }: { items: readonly WaitingItem[]; now: number }) {
  return (
    <Panel title={say('oldestFirst')}>
      {items.length === 0 ? (
        <EmptyState title={say('queuesAreEmpty')}>
          <p>{say('queuesAreEmptyHint')}</p>
        </EmptyState>
      ) : (
        <ul className={classes.list}>
          {items.slice(0, shown).map(({ queue, key, to, title, detail, since }) => {
            const Icon = icons[queue]
            return (
              <li key={key}>
                <Link to={to} className={classes.item}>
                  <Icon size={16} strokeWidth={1.75} aria-hidden="true" />
                  <span className={classes.text}>
                    <strong dir="auto">{title}</strong>
                    <small dir="auto">{detail}</small>
                  </span>
                  <time dateTime={since} title={formatDateTime(since)}>
                    {formatAge(since, now)}
                  </time>
                </Link>
              </li>
            )
          })}
        </ul>
      )}
      {items.length > shown ? (
        <p className={classes.more}>{say('moreItems', { count: items.length - shown })}</p>
      ) : null}
    </Panel>
  )
}
