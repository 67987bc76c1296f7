import type { Webhook } from 'souk-contract'
import { useState } from 'react'
import { api, isMissing, usePages, useRead, useWrite } from '../../api.ts'
import { useForm } from '../../lib/use-form.ts'
import { Ago, Badge, Facts, type Tone } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { Pages, Problem, Skeleton } from '../../ui/states.tsx'
import { Secret } from '../../ui/one-time-secret.tsx'
import { Table } from '../../ui/table.tsx'
import { toast } from '../../ui/toast.tsx'

export function Component() {
  const found = useRead(api.webhooks.getWebhook, {})
  if (found.error !== null && !isMissing(found.error)) return <Problem error={found.error} />
  if (found.data === undefined && found.error === null) return <Skeleton lines={5} />
  const webhook = found.data?.webhook
  return (
    <Stack gap={5}>
      {webhook === undefined ? null : (
        <Panel title="Webhook">
          <Shown webhook={webhook} />
        </Panel>
      )}
      <Panel title={webhook === undefined ? 'Set up a webhook' : 'Change the address'}>
        <SetUp webhook={webhook} />
      </Panel>
      {webhook === undefined ? null : (
        <Panel title="Deliveries">
          <Deliveries />
        </Panel>
      )}
    </Stack>
  )
}

function Shown({ webhook }: { webhook: Webhook }) {
  const test = useWrite(api.webhooks.testWebhook, {
    touches: ['webhooks'],
    onDone: () => toast('A test message is on its way.'),
  })
  const remove = useWrite(api.webhooks.removeWebhook, { touches: ['webhooks'] })
  return (
    <>
      <Facts
        facts={[
          ['Address', webhook.url],
          [
            'State',
            <Badge key="state" tone={webhook.status === 'active' ? 'good' : 'bad'}>
              {webhook.disabledReason ?? webhook.status}
            </Badge>,
          ],
          ['Last success', webhook.lastSuccessAt === null ? 'never' : <Ago time={webhook.lastSuccessAt} />],
          ['Last error', webhook.lastError ?? 'none'],
          ['Under way', webhook.pending],
          ['Fingerprint of the secret', <code key="print">{webhook.secretFingerprint}</code>],
        ]}
      />
      <Row>
        <Button busy={test.isPending} onClick={() => test.mutate({})}>
          Send a test
        </Button>
        <Confirm
          label="Remove"
          look="danger"
          title={`Send nothing more to ${new URL(webhook.url).host}?`}
          confirm="Remove"
          busy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutateAsync({})}
        >
          <p>Messages that are under way are given up.</p>
        </Confirm>
      </Row>
      {test.error === null ? null : <Problem error={test.error} />}
    </>
  )
}

function SetUp({ webhook }: { webhook: Webhook | undefined }) {
  const form = useForm({ url: webhook?.url ?? '' }, ({ url }) => ({
    url: /^https?:\/\/\S+$/.test(url) ? undefined : 'An address that begins with https://.',
  }))
  const [secret, setSecret] = useState(newSecret)
  const set = useWrite(api.webhooks.setWebhook, { touches: ['webhooks'] })
  if (set.isSuccess)
    return (
      <Secret
        secret={secret}
        says="Messages are signed with this secret. It is shown this once."
        onDone={() => {
          set.reset()
          setSecret(newSecret())
        }}
      />
    )
  return (
    <Form
      send="Save"
      busy={set.isPending}
      error={set.error}
      onSubmit={form.submit(({ url }) => set.mutate({ url, secret }))}
    >
      <Field
        label="Address"
        type="url"
        placeholder="https://example.com/souk"
        hint={
          webhook === undefined
            ? 'Everything that happens to this agent is sent there, signed with a secret that you get next.'
            : 'Saving makes a new secret; the present one stops at once.'
        }
        {...form.field('url')}
      />
    </Form>
  )
}

/** As Standard Webhooks spell secrets: 24 random bytes. */
function newSecret(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(24))
  return `whsec_${btoa(String.fromCharCode(...bytes))}`
}

const tones: Readonly<Record<string, Tone>> = {
  pending: 'accent',
  succeeded: 'good',
  exhausted: 'bad',
  blocked: 'bad',
  cancelled: 'plain',
}

function Deliveries() {
  const pages = usePages(api.webhooks.listDeliveries, {})
  const again = useWrite(api.webhooks.redeliverDelivery, {
    touches: ['webhooks'],
    onDone: () => toast('It is sent again.'),
  })
  return (
    <Pages pages={pages} empty={<p>Nothing was sent yet.</p>}>
      {(deliveries) => (
        <Table
          caption="Deliveries"
          items={deliveries}
          keyOf={({ id }) => id}
          columns={[
            { name: 'When', show: ({ createdAt }) => <Ago time={createdAt} /> },
            { name: 'Event', show: ({ type }) => <code>{type}</code> },
            {
              name: 'State',
              show: ({ status }) => <Badge tone={tones[status] ?? 'plain'}>{status}</Badge>,
            },
            { name: 'Attempts', number: true, show: ({ attempts }) => attempts },
            {
              name: '',
              show: ({ id, status }) =>
                status === 'pending' ? null : (
                  <Button look="quiet" onClick={() => again.mutate({ deliveryId: id })}>
                    Send again
                  </Button>
                ),
            },
          ]}
        />
      )}
    </Pages>
  )
}
