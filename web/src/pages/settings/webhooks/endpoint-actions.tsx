import { Pause, Play, Send } from 'lucide-react'
import type { Webhook } from 'souk-contract'
import { api, useWrite } from '../../../api.ts'
import { say } from '../../../messages/en/webhooks.ts'
import { ActionMenu } from '../../../ui/actions/action-menu.tsx'
import { Button } from '../../../ui/actions/button.tsx'
import { ConfirmButton } from '../../../ui/actions/confirm.tsx'
import { ErrorMessage } from '../../../ui/page/error-message.tsx'
import { toast } from '../../../ui/actions/toast.tsx'
import { ChangeUrl } from './change-url.tsx'
import { newSecret } from './new-secret.ts'
import classes from './webhooks.module.css'

interface EndpointActionsProps {
  readonly endpoint: Webhook
  readonly onRotated: (secret: string) => void
}

/** Pause and test; the menu has what is rare. */
export function EndpointActions({ endpoint, onRotated }: EndpointActionsProps) {
  const { id: endpointId, status } = endpoint
  const isActive = status === 'active'
  const toggle = useWrite(api.webhooks.updateWebhookEndpoint, {
    invalidates: ['webhooks'],
    onDone: () => toast(isActive ? say('endpointPaused') : say('endpointResumed')),
  })
  const test = useWrite(api.webhooks.testWebhookEndpoint, {
    invalidates: ['webhooks'],
    onDone: () => toast(say('testEventSent')),
  })
  const Icon = isActive ? Pause : Play
  return (
    <>
      <div className={classes.actions}>
        <Button busy={toggle.isPending} onClick={() => toggle.mutate({ endpointId, enabled: !isActive })}>
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
          <ChangeUrl endpoint={endpoint} />
          <RotateSecret endpoint={endpoint} onRotated={onRotated} />
          <RemoveEndpoint endpoint={endpoint} />
        </ActionMenu>
      </div>
      {toggle.error === null ? null : <ErrorMessage error={toggle.error} />}
      {test.error === null ? null : <ErrorMessage error={test.error} />}
    </>
  )
}

function RotateSecret({ endpoint: { id: endpointId }, onRotated }: EndpointActionsProps) {
  const update = useWrite(api.webhooks.updateWebhookEndpoint, { invalidates: ['webhooks'] })
  const rotate = async () => {
    const secret = newSecret()
    await update.mutateAsync({ endpointId, secret })
    onRotated(secret)
  }
  return (
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
  )
}

function RemoveEndpoint({ endpoint: { id: endpointId, url } }: { endpoint: Webhook }) {
  const remove = useWrite(api.webhooks.removeWebhookEndpoint, { invalidates: ['webhooks'] })
  return (
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
  )
}
