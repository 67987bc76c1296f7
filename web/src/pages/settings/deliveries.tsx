import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { useState } from 'react'
import type { Delivery, DeliveryStatus } from 'souk-contract'
import { api, usePages } from '../../api.ts'
import { useFilters } from '../../lib/use-filters.ts'
import { say } from '../../messages/en/access.ts'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Segments } from '../../ui/segments.tsx'
import classes from './deliveries.module.css'
import { DeliveryDetails } from './delivery-details.tsx'

const statuses: Readonly<Record<DeliveryStatus, readonly [icon: LucideIcon, label: string, tone: string]>> = {
  pending: [Clock, say('pending'), 'wait'],
  succeeded: [CircleCheck, say('delivered'), 'good'],
  exhausted: [CircleX, say('failed'), 'bad'],
  blocked: [CircleX, say('blocked'), 'bad'],
  canceled: [CircleX, say('canceled'), 'plain'],
}

/** The empty value shows every status. */
const shown = [
  ['', say('all')],
  ['succeeded', say('delivered')],
  ['exhausted', say('failed')],
  ['pending', say('waiting')],
] as const

/** Events that were sent; each opens to its request, response and attempts. */
export function Deliveries() {
  const filters = useFilters(['status'])
  const status = shown.find(([value]) => value !== '' && value === filters.get('status'))?.[0]
  const pages = usePages(
    api.webhooks.listDeliveries,
    status === undefined || status === '' ? {} : { status },
    // No event announces an attempt.
    { pollMs: 5000 },
  )
  return (
    <>
      <Segments
        label={say('status')}
        options={shown}
        value={status ?? ''}
        onSelect={(value) => filters.set('status', value)}
      />
      <PagedList
        pages={pages}
        empty={<p>{status === undefined ? say('noDeliveriesYet') : say('noSuchDeliveries')}</p>}
      >
        {(deliveries) => (
          <ul className={classes.deliveries} aria-label={say('deliveries')}>
            {deliveries.map((delivery) => (
              <li key={delivery.id}>
                <DeliveryRow delivery={delivery} />
              </li>
            ))}
          </ul>
        )}
      </PagedList>
    </>
  )
}

function DeliveryRow({ delivery }: { delivery: Delivery }) {
  const [open, setOpen] = useState(false)
  const { status, type, lastStatusCode, attempts, createdAt, nextAttemptAt } = delivery
  const [Icon, label, tone] = statuses[status]
  return (
    <details
      className={classes.delivery}
      open={open}
      onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
    >
      <summary>
        <span className={classes.status} data-tone={tone}>
          <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
          {lastStatusCode ?? label}
        </span>
        <code>{type}</code>
        <span className={classes.tries}>{attempts > 1 ? say('tries', { count: attempts }) : null}</span>
        <span className={classes.time}>
          {nextAttemptAt === null || attempts === 0 ? (
            <RelativeTime time={createdAt} />
          ) : (
            say.rich('nextTry', { time: <RelativeTime time={nextAttemptAt} /> })
          )}
        </span>
      </summary>
      {open ? <DeliveryDetails delivery={delivery} /> : null}
    </details>
  )
}
