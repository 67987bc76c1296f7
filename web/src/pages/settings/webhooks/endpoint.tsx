import { Pause, Play, Send } from 'lucide-react'
import { useState } from 'react'
import { webhookKinds, type Webhook } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { formatDeadline } from '../../../lib/format-time.ts'
import { useUnsaved } from '../../../lib/use-unsaved.ts'
import { say } from '../../../messages/en/webhooks.ts'
import { ActionMenu } from '../../../ui/action-menu.tsx'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { ConfirmButton } from '../../../ui/confirm.tsx'
import { ErrorMessage } from '../../../ui/error-message.tsx'
import { Panel, Row } from '../../../ui/layout.tsx'
import { OneTimeSecret } from '../../../ui/one-time-secret.tsx'
import { toast } from '../../../ui/toast.tsx'
import { Deliveries } from './deliveries.tsx'
import { statusOf } from './endpoint-status.ts'
import type { WebhookKind } from './event-groups.ts'
import { EventSelection } from './event-selection.tsx'
import { Figures } from './figures.tsx'
import { newSecret } from './new-secret.ts'
import classes from './webhooks.module.css'

/** One endpoint: state, health, deliveries and selection of events. */
export function Endpoint({ endpoint }: { endpoint: Webhook }) {
  const [secret, setSecret] = useState<string>()
  return (
    <>
      <Head endpoint={endpoint} onRotated={setSecret} />
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
  const { id: endpointId, url, events, status, secretFingerprint, previousSecretUntil } = endpoint
  const update = useWrite(api.webhooks.updateWebhookEndpoint, { invalidates: ['webhooks'] })
  const test = useWrite(api.webhooks.testWebhookEndpoint, {
    invalidates: ['webhooks'],
    onDone: () => toast(say('testEventSent')),
  })
  const remove = useWrite(api.webhooks.removeWebhookEndpoint, { invalidates: ['webhooks'] })
  const isActive = status === 'active'
  const { tone, label } = statusOf(endpoint)
  const toggle = async () => {
    await update.mutateAsync({ endpointId, enabled: !isActive })
    toast(isActive ? say('endpointPaused') : say('endpointResumed'))
  }
  const rotate = async () => {
    const secret = newSecret()
    await update.mutateAsync({ endpointId, secret })
    onRotated(secret)
  }
  const Icon = isActive ? Pause : Play
  return (
    <header className={classes.head}>
      <div>
        <Row>
          <Badge tone={tone}>{label}</Badge>
          <Badge>{say('eventsOf', { count: events.length, all: webhookKinds.length })}</Badge>
        </Row>
        <h2>{url}</h2>
        <p>
          {previousSecretUntil === null
            ? say('signedWith', { fingerprint: secretFingerprint })
            : say('signedWithBoth', {
                fingerprint: secretFingerprint,
                time: formatDeadline(previousSecretUntil),
              })}
        </p>
      </div>
      <div className={classes.actions}>
        <Button busy={update.isPending} onClick={() => void toggle()}>
          <Icon size={15} strokeWidth={1.75} aria-hidden="true" />
          {isActive ? say('pause') : say('resumeEndpoint')}
        </Button>
        {isActive ? (
          <Button variant="primary" busy={test.isPending} onClick={() => test.mutate({ endpointId })}>
            <Send size={15} strokeWidth={1.75} aria-hidden="true" />
            {say('sendTestEvent')}
          </Button>
        ) : null}
        <ActionMenu label={say('moreActions')}>
          <ConfirmButton
            label={say('rotateSecret')}
            variant="quiet"
            title={say('rotateQuestion')}
            confirmLabel={say('rotateSecret')}
            cancelLabel={say('keepSecret')}
            busy={update.isPending}
            error={update.error}
            onConfirm={rotate}
          >
            <p>{say('rotateConsequence')}</p>
          </ConfirmButton>
          <ConfirmButton
            label={say('removeWebhook')}
            variant="danger"
            title={say('removeTheWebhookTo', { host: new URL(url).host })}
            confirmLabel={say('removeWebhook')}
            busy={remove.isPending}
            error={remove.error}
            onConfirm={() => remove.mutateAsync({ endpointId })}
          >
            <p>{say('pendingDeliveriesAreCanceled')}</p>
          </ConfirmButton>
        </ActionMenu>
      </div>
      {update.error === null ? null : <ErrorMessage error={update.error} />}
      {test.error === null ? null : <ErrorMessage error={test.error} />}
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
