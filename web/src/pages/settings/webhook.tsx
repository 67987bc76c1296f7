import { useState } from 'react'
import type { DeliveryStatus, Webhook } from 'souk-contract'
import { api, isMissing, usePages, useRead, useWrite } from '../../api.ts'
import { useForm } from '../../lib/use-form.ts'
import { Badge, type Tone } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'
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
      <Panel title={webhook === undefined ? say('setUpAWebhook') : say('changeEndpoint')}>
        <EndpointForm webhook={webhook} />
      </Panel>
      {webhook === undefined ? null : (
        <Panel title={say('deliveries')}>
          <Deliveries />
        </Panel>
      )}
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
      onSubmit={form.submit(({ url }) => set.mutate({ url, secret }))}
    >
      <Field
        label={say('endpointUrl')}
        type="url"
        placeholder="https://example.com/souk"
        hint={webhook === undefined ? say('newEndpointHint') : say('changeEndpointHint')}
        {...form.field('url')}
      />
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

const statuses: Readonly<Record<DeliveryStatus, readonly [label: string, tone: Tone]>> = {
  pending: [say('pending'), 'accent'],
  succeeded: [say('delivered'), 'good'],
  exhausted: [say('failed'), 'bad'],
  blocked: [say('blocked'), 'bad'],
  canceled: [say('canceled'), 'plain'],
}

function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const [label, tone] = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

function Deliveries() {
  const pages = usePages(api.webhooks.listDeliveries, {})
  const redeliver = useWrite(api.webhooks.redeliverDelivery, {
    invalidates: ['webhooks'],
    onDone: () => toast(say('deliveryQueuedAgain')),
  })
  return (
    <PagedList pages={pages} empty={<p>{say('noDeliveriesYet')}</p>}>
      {(deliveries) => (
        <Table
          caption={say('deliveries')}
          items={deliveries}
          rowKey={({ id }) => id}
          columns={[
            { name: say('date'), render: ({ createdAt }) => <RelativeTime time={createdAt} /> },
            { name: say('event'), render: ({ type }) => <code>{type}</code> },
            {
              name: say('status'),
              render: ({ status }) => <DeliveryBadge status={status} />,
            },
            { name: say('attempts'), numeric: true, render: ({ attempts }) => attempts },
            {
              name: '',
              render: ({ id, status }) =>
                status === 'pending' ? null : (
                  <Button variant="quiet" onClick={() => redeliver.mutate({ deliveryId: id })}>
                    {say('resend')}
                  </Button>
                ),
            },
          ]}
        />
      )}
    </PagedList>
  )
}
