import { useState } from 'react'
import type { DeliveryStatus, Webhook } from 'souk-contract'
import { api, isMissing, usePages, useRead, useWrite } from '../../api.ts'
import { sentenceCase } from '../../lib/sentence-case.ts'
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

export function Component() {
  const query = useRead(api.webhooks.getWebhook, {})
  if (query.error !== null && !isMissing(query.error)) return <ErrorMessage error={query.error} />
  if (query.data === undefined && query.error === null) return <Skeleton lines={5} />
  const webhook = query.data?.webhook
  return (
    <Stack gap={5}>
      {webhook === undefined ? null : (
        <Panel title="Webhook">
          <WebhookDetails webhook={webhook} />
        </Panel>
      )}
      <Panel title={webhook === undefined ? 'Set up a webhook' : 'Change endpoint'}>
        <EndpointForm webhook={webhook} />
      </Panel>
      {webhook === undefined ? null : (
        <Panel title="Deliveries">
          <Deliveries />
        </Panel>
      )}
    </Stack>
  )
}

function WebhookDetails({ webhook }: { webhook: Webhook }) {
  const test = useWrite(api.webhooks.testWebhook, {
    invalidates: ['webhooks'],
    onDone: () => toast('Test event sent'),
  })
  const remove = useWrite(api.webhooks.removeWebhook, { invalidates: ['webhooks'] })
  return (
    <>
      <Facts
        facts={[
          ['Endpoint URL', webhook.url],
          [
            'Status',
            <Badge key="state" tone={webhook.status === 'active' ? 'good' : 'bad'}>
              {webhook.disabledReason === null
                ? sentenceCase(webhook.status)
                : disabledReasons[webhook.disabledReason]}
            </Badge>,
          ],
          [
            'Last success',
            webhook.lastSuccessAt === null ? 'Never' : <RelativeTime time={webhook.lastSuccessAt} />,
          ],
          ['Last error', webhook.lastError ?? 'None'],
          ['Pending deliveries', webhook.pending],
          ['Secret fingerprint', <code key="fingerprint">{webhook.secretFingerprint}</code>],
        ]}
      />
      <Row>
        <Button busy={test.isPending} onClick={() => test.mutate({})}>
          Send test event
        </Button>
        <ConfirmButton
          label="Remove"
          variant="danger"
          title={`Remove the webhook to ${new URL(webhook.url).host}?`}
          confirmLabel="Remove webhook"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutateAsync({})}
        >
          <p>Pending deliveries are canceled.</p>
        </ConfirmButton>
      </Row>
      {test.error === null ? null : <ErrorMessage error={test.error} />}
    </>
  )
}

function EndpointForm({ webhook }: { webhook: Webhook | undefined }) {
  const form = useForm({ url: webhook?.url ?? '' }, ({ url }) => ({
    url: /^https?:\/\/\S+$/.test(url) ? undefined : 'Enter a URL that starts with https://.',
  }))
  const [secret, setSecret] = useState(newSecret)
  const set = useWrite(api.webhooks.setWebhook, { invalidates: ['webhooks'] })
  if (set.isSuccess)
    return (
      <OneTimeSecret
        secret={secret}
        description="Use this secret to verify signatures. Copy it now. You won’t be able to see it again."
        onDone={() => {
          set.reset()
          setSecret(newSecret())
        }}
      />
    )
  return (
    <Form
      submitLabel="Save endpoint"
      busy={set.isPending}
      error={set.error}
      onSubmit={form.submit(({ url }) => set.mutate({ url, secret }))}
    >
      <Field
        label="Endpoint URL"
        type="url"
        placeholder="https://example.com/souk"
        hint={
          webhook === undefined
            ? 'Receives this agent’s events, signed with a secret that is shown after you save.'
            : 'Saving creates a new secret. The current one stops working immediately.'
        }
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
  gone: 'Disabled: endpoint gone',
  failing: 'Disabled: endpoint failing',
  revoked: 'Disabled: access revoked',
} as const

const statuses: Readonly<Record<DeliveryStatus, readonly [label: string, tone: Tone]>> = {
  pending: ['Pending', 'accent'],
  succeeded: ['Delivered', 'good'],
  exhausted: ['Failed', 'bad'],
  blocked: ['Blocked', 'bad'],
  canceled: ['Canceled', 'plain'],
}

function DeliveryBadge({ status }: { status: DeliveryStatus }) {
  const [label, tone] = statuses[status]
  return <Badge tone={tone}>{label}</Badge>
}

function Deliveries() {
  const pages = usePages(api.webhooks.listDeliveries, {})
  const redeliver = useWrite(api.webhooks.redeliverDelivery, {
    invalidates: ['webhooks'],
    onDone: () => toast('Delivery queued again'),
  })
  return (
    <PagedList pages={pages} empty={<p>No deliveries yet.</p>}>
      {(deliveries) => (
        <Table
          caption="Deliveries"
          items={deliveries}
          rowKey={({ id }) => id}
          columns={[
            { name: 'Date', render: ({ createdAt }) => <RelativeTime time={createdAt} /> },
            { name: 'Event', render: ({ type }) => <code>{type}</code> },
            {
              name: 'Status',
              render: ({ status }) => <DeliveryBadge status={status} />,
            },
            { name: 'Attempts', numeric: true, render: ({ attempts }) => attempts },
            {
              name: '',
              render: ({ id, status }) =>
                status === 'pending' ? null : (
                  <Button variant="quiet" onClick={() => redeliver.mutate({ deliveryId: id })}>
                    Resend
                  </Button>
                ),
            },
          ]}
        />
      )}
    </PagedList>
  )
}
