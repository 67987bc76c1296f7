import { CircleCheck, CircleX, Clock, type LucideIcon } from 'lucide-react'
import { webhookKinds, type Delivery, type DeliveryStatus, type Webhook } from 'souk-contract'
import { api, usePages } from '../../../api.ts'
import { useFilters } from '../../../lib/use-filters.ts'
import { useMedia } from '../../../lib/use-media.ts'
import { say } from '../../../messages/en/webhooks.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { FilterSelect } from '../../../ui/filters.tsx'
import { Row } from '../../../ui/layout.tsx'
import { PagedList } from '../../../ui/paged-list.tsx'
import { RelativeTime } from '../../../ui/relative-time.tsx'
import { Segments } from '../../../ui/segments.tsx'
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

const types = [...webhookKinds, 'webhook.test'] as const

/** Events that were sent. The chosen one opens beside the list, or below its row on narrow screens. */
export function Deliveries({ endpoint }: { endpoint: Webhook }) {
  const filters = useFilters(['status', 'type', 'delivery'])
  const status = shown.find(([value]) => value !== '' && value === filters.get('status'))?.[0]
  const type = types.find((kind) => kind === filters.get('type'))
  const pages = usePages(
    api.webhooks.listDeliveries,
    {
      endpointId: endpoint.id,
      ...(status === undefined || status === '' ? {} : { status }),
      ...(type === undefined ? {} : { type }),
    },
    // No event announces an attempt.
    { pollMs: 5000 },
  )
  return (
    <section className={classes.section} aria-label={say('deliveries')}>
      <Row>
        <FilterSelect
          label={say('eventFilter')}
          value={type ?? ''}
          options={types.map((kind) => [kind, kind] as const)}
          onSelect={(value) => filters.set('type', value)}
        />
        <Segments
          label={say('status')}
          options={shown}
          value={status ?? ''}
          onSelect={(value) => filters.set('status', value)}
        />
      </Row>
      <PagedList
        pages={pages}
        empty={
          status === undefined && type === undefined ? (
            <EmptyState title={say('noDeliveries')}>
              <p>{say('noDeliveriesHint')}</p>
            </EmptyState>
          ) : (
            <p className="muted">{say('noMatchingDeliveries')}</p>
          )
        }
      >
        {(deliveries) => (
          <List
            deliveries={deliveries}
            url={endpoint.url}
            opened={filters.get('delivery')}
            onOpen={(id) => filters.set('delivery', id)}
          />
        )}
      </PagedList>
    </section>
  )
}

interface ListProps {
  readonly deliveries: readonly Delivery[]
  readonly url: string
  readonly opened: string
  readonly onOpen: (id: string) => void
}

function List({ deliveries, url, opened, onOpen }: ListProps) {
  const isWide = useMedia('(min-width: 1200px)')
  const delivery = deliveries.find(({ id }) => id === opened)
  const details =
    delivery === undefined ? null : (
      <DeliveryDetails key={delivery.id} delivery={delivery} url={url} onClose={() => onOpen('')} />
    )
  return (
    <div className={classes.columns}>
      <ul className={classes.deliveries}>
        <li className={classes.names} aria-hidden="true">
          <span>{say('result')}</span>
          <span>{say('eventFilter')}</span>
          <span>{say('sent')}</span>
          <span>{say('latency')}</span>
        </li>
        {deliveries.map((each) => (
          <li key={each.id} data-item={each.id}>
            <DeliveryRow
              delivery={each}
              isOpen={each.id === opened}
              onToggle={() => onOpen(each.id === opened ? '' : each.id)}
            />
            {each.id === opened && !isWide ? details : null}
          </li>
        ))}
      </ul>
      {isWide ? (
        <div className={classes.panel}>{details ?? <p className="muted">{say('chooseDelivery')}</p>}</div>
      ) : null}
    </div>
  )
}

interface DeliveryRowProps {
  readonly delivery: Delivery
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function DeliveryRow({ delivery, isOpen, onToggle }: DeliveryRowProps) {
  const { status, type, lastStatusCode, lastDurationMs, attempts, createdAt, nextAttemptAt } = delivery
  const [Icon, label, tone] = statuses[status]
  return (
    <button type="button" className={classes.row} aria-expanded={isOpen} onClick={onToggle}>
      <span className={classes.status} data-tone={tone}>
        <Icon size={14} strokeWidth={1.75} aria-hidden="true" />
        {lastStatusCode ?? label}
      </span>
      <span className={classes.type}>
        <code>{type}</code>
        {attempts > 1 ? <small>{say('tries', { count: attempts })}</small> : null}
      </span>
      <span className={classes.time}>
        {nextAttemptAt === null || attempts === 0 ? (
          <RelativeTime time={createdAt} />
        ) : (
          say.rich('nextTry', { time: <RelativeTime time={nextAttemptAt} /> })
        )}
      </span>
      <span className={classes.latency}>
        {lastDurationMs === null ? '–' : say('milliseconds', { count: lastDurationMs })}
      </span>
    </button>
  )
}
