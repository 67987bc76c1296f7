import { ArrowLeft } from 'lucide-react'
import { useState } from 'react'
import { webhookKinds, type Webhook } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { formatDay, formatDeadline } from '../../../lib/format/format-time.ts'
import { useCrumb } from '../../../lib/hooks/use-crumb.ts'
import { useUnsaved } from '../../../lib/hooks/use-unsaved.ts'
import { say } from '../../../messages/en/webhooks.ts'
import { Badge } from '../../../ui/data/badge.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { Panel, Row } from '../../../ui/page/layout.tsx'
import { OneTimeSecret } from '../../../ui/content/one-time-secret.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import { Deliveries } from './deliveries.tsx'
import { EndpointActions } from './endpoint-actions.tsx'
import { EndpointNotice } from './endpoint-notice.tsx'
import { statusOf } from './endpoint-status.ts'
import type { WebhookKind } from './event-groups.ts'
import { EventSelection } from './event-selection.tsx'
import { Figures } from './figures.tsx'
import classes from './webhooks.module.css'

interface EndpointProps {
  readonly endpoint: Webhook
  /** Undefined if it is the only one. */
  readonly onBack: (() => void) | undefined
}

/** One endpoint: state, health, deliveries and selection of events. */
export function Endpoint({ endpoint, onBack }: EndpointProps) {
  const [secret, setSecret] = useState<string>()
  useCrumb(new URL(endpoint.url).host)
  return (
    <>
      <div>
        {onBack === undefined ? null : (
          <div className={classes.back}>
            <Button variant="quiet" size="small" onClick={onBack}>
              <ArrowLeft size={15} strokeWidth={1.75} aria-hidden="true" />
              {say('allEndpoints')}
            </Button>
          </div>
        )}
        <Head endpoint={endpoint} onRotated={setSecret} />
      </div>
      <EndpointNotice endpoint={endpoint} />
      {secret === undefined ? null : (
        <Panel title={say('newSecret')}>
          <OneTimeSecret
            secret={secret}
            description={say('copySecretNow')}
            onDone={() => setSecret(undefined)}
          />
        </Panel>
      )}
      <Figures endpoint={endpoint} />
      <Deliveries endpoint={endpoint} />
      <Events key={endpoint.events.join(' ')} endpoint={endpoint} />
    </>
  )
}

function Head({ endpoint, onRotated }: { endpoint: Webhook; onRotated: (secret: string) => void }) {
  const { url, events, secretFingerprint: fingerprint, previousSecretUntil: until, createdAt } = endpoint
  const { tone, label } = statusOf(endpoint)
  return (
    <header className={classes.head}>
      <div>
        <Row>
          <Badge tone={tone}>{label}</Badge>
          <Badge>{say('eventsOf', { count: events.length, all: webhookKinds.length })}</Badge>
        </Row>
        <h2>{url}</h2>
        <p>
          {say('addedOn', { day: formatDay(createdAt) })}{' '}
          {until === null
            ? say('signedWith', { fingerprint })
            : say('signedWithBoth', { fingerprint, time: formatDeadline(until) })}
        </p>
      </div>
      <EndpointActions endpoint={endpoint} onRotated={onRotated} />
    </header>
  )
}

function Events({ endpoint: { id: endpointId, events } }: { endpoint: Webhook }) {
  const [selected, setSelected] = useState<readonly WebhookKind[]>(events)
  const changes = webhookKinds.filter((kind) => selected.includes(kind) !== events.includes(kind)).length
  const save = useWrite(api.webhooks.updateWebhookEndpoint, {
    invalidates: ['webhooks'],
    onDone: () => toast(say('eventsSaved')),
  })
  useUnsaved(changes > 0 && !save.isPending)
  return (
    <Panel title={say('eventsTitle')}>
      <EventSelection selected={selected} onChange={setSelected} />
      {save.error === null ? null : <ErrorMessage error={save.error} />}
      {changes === 0 ? null : (
        <Row>
          <Button
            variant="primary"
            busy={save.isPending}
            disabledReason={selected.length === 0 ? say('chooseOne') : undefined}
            onClick={() => save.mutate({ endpointId, events: [...selected] })}
          >
            {say('saveEvents')}
          </Button>
          <Button variant="quiet" onClick={() => setSelected(events)}>
            {say('undo')}
          </Button>
          <span className="muted">{say('changesNotSaved', { count: changes })}</span>
        </Row>
      )}
    </Panel>
  )
}
