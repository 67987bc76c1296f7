import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { webhookKinds, type Webhook } from 'souk-contract'
import { say } from '../../../messages/en/webhooks.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Panel } from '../../../ui/page/layout.tsx'
import { RelativeTime } from '../../../ui/data/relative-time.tsx'
import { errorText } from './delivery-result.tsx'
import { statusOf } from './endpoint-status.ts'
import classes from './webhooks.module.css'

interface EndpointListProps {
  readonly endpoints: readonly Webhook[]
  readonly onOpen: (id: string) => void
  /** Button that adds one. */
  readonly children: ReactNode
}

/** All endpoints with their health; each opens. */
export function EndpointList({ endpoints, onOpen, children }: EndpointListProps) {
  return (
    <Panel title={say('endpoints')} actions={children}>
      <ul className={classes.endpoints}>
        {endpoints.map((endpoint) => (
          <li key={endpoint.id}>
            <button type="button" onClick={() => onOpen(endpoint.id)}>
              <EndpointSummary endpoint={endpoint} />
              <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" />
            </button>
          </li>
        ))}
      </ul>
    </Panel>
  )
}

function EndpointSummary({ endpoint }: { endpoint: Webhook }) {
  const { url, events, main, pending, lastAttemptAt, lastError } = endpoint
  const { tone, label } = statusOf(endpoint)
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      <code>{url}</code>
      <small>
        {main ? <span>{say('main')}</span> : null}
        <span>{say('eventsOf', { count: events.length, all: webhookKinds.length })}</span>
        {pending === 0 ? null : <span>{say('waitingCount', { count: pending })}</span>}
        {lastAttemptAt === null ? (
          <span>{say('neverSent')}</span>
        ) : (
          <span data-tone={lastError === null ? undefined : 'bad'}>
            {lastError === null
              ? say.rich('lastDelivered', { time: <RelativeTime time={lastAttemptAt} /> })
              : say.rich('lastFailed', {
                  error: errorText(lastError),
                  time: <RelativeTime time={lastAttemptAt} />,
                })}
          </span>
        )}
      </small>
    </>
  )
}
