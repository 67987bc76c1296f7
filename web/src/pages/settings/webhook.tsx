import { useState } from 'react'
import { defaultWebhookKinds, webhookKinds, type Webhook } from 'souk-contract'
import { api, isMissing, useRead, useWrite } from '../../api.ts'
import { useForm } from '../../lib/use-form.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Facts } from '../../ui/facts.tsx'
import { CheckboxField, Field, FieldGroup } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { Deliveries } from './deliveries.tsx'
import { say } from '../../messages/en/access.ts'

export function Component() {
  const query = useRead(api.webhooks.getWebhook, {})
  if (query.error !== null && !isMissing(query.error)) return <ErrorMessage error={query.error} />
  if (query.data === undefined && query.error === null) return <Skeleton lines={5} />
  const webhook = query.data?.webhook
  return (
    <Stack gap={5}>
      {webhook === undefined ? null : (
        <Panel title={say('webhook')}>
          <WebhookDetails webhook={webhook} />
        </Panel>
      )}
      {webhook === undefined ? null : (
        <Panel title={say('deliveries')}>
          <Deliveries />
        </Panel>
      )}
      <Panel title={webhook === undefined ? say('setUpAWebhook') : say('changeEndpoint')}>
        <EndpointForm webhook={webhook} />
      </Panel>
    </Stack>
  )
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const test = useWrite(api.webhooks.testWebhook, {
    invalidates: ['webhooks'],
    onDone: () => toast(say('testEventSent')),
  })
  const remove = useWrite(api.webhooks.removeWebhook, { invalidates: ['webhooks'] })
  return (
    <>
      <Facts
        facts={[
          [say('endpointUrl'), webhook.url],
          [
            say('status'),
            <Badge key="state" tone={webhook.status === 'active' ? 'good' : 'bad'}>
              {webhook.disabledReason === null
                ? say(webhook.status)
                : disabledReasons[webhook.disabledReason]}
            </Badge>,
          ],
          [
            say('lastSuccess'),
            webhook.lastSuccessAt === null ? say('never') : <RelativeTime time={webhook.lastSuccessAt} />,
          ],
          [say('lastError'), webhook.lastError ?? say('none')],
          [say('pendingDeliveries'), webhook.pending],
          [say('events'), say('eventsOf', { count: webhook.events.length, all: webhookKinds.length })],
          [say('secretFingerprint'), <code key="fingerprint">{webhook.secretFingerprint}</code>],
        ]}
      />
      <Row>
        <Button busy={test.isPending} onClick={() => test.mutate({})}>
          {say('sendTestEvent')}
        </Button>
        <ConfirmButton
          label={say('remove')}
          variant="danger"
          title={say('removeTheWebhookTo', { host: new URL(webhook.url).host })}
          confirmLabel={say('removeWebhook')}
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutateAsync({})}
        >
          <p>{say('pendingDeliveriesAreCanceled')}</p>
        </ConfirmButton>
      </Row>
      {test.error === null ? null : <ErrorMessage error={test.error} />}
    </>
  )
}

function EndpointForm({ webhook }: { webhook: Webhook | undefined }) {
  const form = useForm({ url: webhook?.url ?? '' }, ({ url }) => ({
    url: /^https?:\/\/\S+$/.test(url) ? undefined : say('urlInvalid'),
  }))
  const [secret, setSecret] = useState(newSecret)
  const [events, setEvents] = useState<readonly string[]>(webhook?.events ?? defaultWebhookKinds)
  const set = useWrite(api.webhooks.setWebhook, { invalidates: ['webhooks'] })
  if (set.isSuccess)
    return (
      <OneTimeSecret
        secret={secret}
        description={say('copySecretNow')}
        onDone={() => {
          set.reset()
          setSecret(newSecret())
        }}
      />
    )
  return (
    <Form
      submitLabel={say('saveEndpoint')}
      busy={set.isPending}
      error={set.error}
      onSubmit={form.submit(({ url }) =>
        set.mutate({ url, secret, events: webhookKinds.filter((kind) => events.includes(kind)) }),
      )}
    >
      <Field
        label={say('endpointUrl')}
        type="url"
        placeholder="https://example.com/souk"
        hint={webhook === undefined ? say('newEndpointHint') : say('changeEndpointHint')}
        {...form.field('url')}
      />
      <details>
        <summary>{say('eventsOf', { count: events.length, all: webhookKinds.length })}</summary>
        <FieldGroup legend={say('events')}>
          {webhookKinds.map((kind) => (
            <CheckboxField
              key={kind}
              label={kind}
              checked={events.includes(kind)}
              onChange={({ target }) =>
                setEvents(target.checked ? [...events, kind] : events.filter((other) => other !== kind))
              }
            />
          ))}
        </FieldGroup>
      </details>
    </Form>
  )
}

/** Standard Webhooks secret of 24 random bytes. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

const disabledReasons = {
  gone: say('disabledEndpointGone'),
  failing: say('disabledEndpointFailing'),
  revoked: say('disabledAccessRevoked'),
} as const
