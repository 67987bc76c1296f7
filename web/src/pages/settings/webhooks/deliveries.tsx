import { webhookKinds, type Delivery, type Webhook } from 'souk-contract'
import { api, usePages, useRead } from '../../../api.ts'
import { useFilters } from '../../../lib/hooks/use-filters.ts'
import { useMedia } from '../../../lib/hooks/use-media.ts'
import { useNow } from '../../../lib/hooks/use-now.ts'
import { formatDateTime, formatRemaining } from '../../../lib/format/format-time.ts'
import { say } from '../../../messages/en/webhooks.ts'
import { EmptyState } from '../../../ui/page/empty-state.tsx'
import { FilterSelect } from '../../../ui/forms/filters.tsx'
import { Row } from '../../../ui/page/layout.tsx'
import { PagedList } from '../../../ui/lists/paged-list.tsx'
import { Segments } from '../../../ui/forms/segments.tsx'
import classes from './deliveries.module.css'
import { DeliveryDetails } from './delivery-details.tsx'
import { DeliveryResult, errorText } from './delivery-result.tsx'
import { formatDuration, formatSent } from './duration.ts'
import { RedeliverFailed } from './redeliver-failed.tsx'

const types = [...webhookKinds, 'webhook.test'] as const

/** The empty value shows every status. */
const statuses = ['', 'succeeded', 'exhausted', 'pending'] as const

/** Events that were sent. The chosen one opens beside the list, or below its row on narrow screens. */
export function Deliveries({ endpoint }: { endpoint: Webhook }) {
  const filters = useFilters(['status', 'type', 'delivery'])
  const status = statuses.find((value) => value !== '' && value === filters.get('status'))
  const type = types.find((kind) => kind === filters.get('type'))
  const figures = useRead(api.webhooks.getDeliveryFigures, { endpointId: endpoint.id }, { pollMs: 5000 }).data
    ?.figures
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
          options={[
            ['', say('all')],
            ['succeeded', say('delivered')],
            ['exhausted', say('failed'), figures?.failed ?? 0],
            ['pending', say('waiting'), endpoint.pending],
          ]}
          value={status ?? ''}
          onSelect={(value) => filters.set('status', value)}
        />
        {endpoint.status === 'active' && (figures?.failed ?? 0) > 0 ? (
          <RedeliverFailed endpointId={endpoint.id} />
        ) : null}
      </Row>
      <PagedList
        pages={pages}
        empty={<NoDeliveries isFiltered={status !== undefined || type !== undefined} />}
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

function NoDeliveries({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) return <p className="muted">{say('noMatchingDeliveries')}</p>
  return (
    <EmptyState title={say('noDeliveries')}>
      <p>{say('noDeliveriesHint')}</p>
    </EmptyState>
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
    <div className={classes.columns} data-opened={isWide && details !== null}>
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
      {isWide && details !== null ? <div className={classes.panel}>{details}</div> : null}
    </div>
  )
}

interface DeliveryRowProps {
  readonly delivery: Delivery
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function DeliveryRow({ delivery, isOpen, onToggle }: DeliveryRowProps) {
  const { type, status, lastDurationMs, lastStatusCode, lastError, attempts } = delivery
  const failure =
    status === 'pending' ? (lastStatusCode ?? (lastError === null ? null : errorText(lastError))) : null
  return (
    <button type="button" className={classes.row} aria-expanded={isOpen} onClick={onToggle}>
      <DeliveryResult delivery={delivery} />
      <span className={classes.type}>
        <code>{type}</code>
        {failure === null && attempts < 2 ? null : (
          <small>
            {failure === null ? null : `${failure}, `}
            {say('tries', { count: attempts })}
          </small>
        )}
      </span>
      <DeliveryTime delivery={delivery} />
      <span className={classes.latency}>
        {lastDurationMs === null ? '–' : formatDuration(lastDurationMs)}
      </span>
    </button>
  )
}

/** When it was sent, or how long until it is sent again. */
function DeliveryTime({ delivery: { createdAt, nextAttemptAt, attempts } }: { delivery: Delivery }) {
  const now = useNow(1000)
  if (nextAttemptAt === null || attempts === 0)
    return (
      <time className={classes.time} dateTime={createdAt} title={formatDateTime(createdAt)}>
        {formatSent(createdAt, now)}
      </time>
    )
  const left = formatRemaining(nextAttemptAt, now)
  return (
    <time className={classes.time} dateTime={nextAttemptAt} title={formatDateTime(nextAttemptAt)}>
      {left === undefined ? say('dueNow') : say('inTime', { time: left })}
    </time>
  )
}
