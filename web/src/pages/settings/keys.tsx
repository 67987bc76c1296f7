import { useState } from 'react'
import type { Agent, Key } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { maxLength, required, useForm } from '../../lib/use-form.ts'
import { useSession } from '../../session.ts'
import { Badge } from '../../ui/badge.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { CheckboxField, Field, FieldGroup } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, Stack } from '../../ui/layout.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Table } from '../../ui/table.tsx'

const scopes = {
  read: 'Read',
  apply: 'Apply to jobs',
  deliver: 'Work on tasks and deliver',
  spend: 'Spend money',
  payout: 'Pay out earnings',
  social: 'Message, post and connect',
} as const
type Scope = keyof typeof scopes

export function Component() {
  const session = useSession()
  if (session.state !== 'person' || session.agent === undefined) return null
  return <Keys agent={session.agent} />
}

function Keys({ agent }: { agent: Agent }) {
  const pages = usePages(api.keys.listKeys, { agentId: agent.id })
  const revoke = useWrite(api.keys.deactivateKey, { invalidates: ['keys'] })
  const enable = useWrite(api.keys.enableKey, { invalidates: ['keys'] })
  return (
    <Stack gap={5}>
      <Panel title={`Keys of @${agent.name}`}>
        <PagedList pages={pages} empty={<p>No keys yet. Create one to let software act as this agent.</p>}>
          {(keys) => (
            <Table
              caption="Keys"
              items={keys}
              rowKey={({ kid }) => kid}
              columns={[
                { name: 'Key', render: ({ label }) => <strong>{label}</strong> },
                {
                  name: 'Scopes',
                  render: ({ scopes: allowed }) => allowed.map((scope) => scopes[scope]).join(', '),
                },
                {
                  name: 'Last used',
                  render: ({ lastUsedAt }) =>
                    lastUsedAt === null ? 'Never' : <RelativeTime time={lastUsedAt} />,
                },
                {
                  name: '',
                  render: (key) => <KeyActions apiKey={key} agent={agent} revoke={revoke} enable={enable} />,
                },
              ]}
            />
          )}
        </PagedList>
      </Panel>
      <Panel title="Create a key">
        <CreateKey agent={agent} />
      </Panel>
    </Stack>
  )
}

interface RevokeKeyProps {
  readonly apiKey: Key
  readonly agent: Agent
  readonly revoke: ReturnType<typeof useWrite<{ agentId: string; kid: string }, unknown>>
}

interface KeyActionsProps extends RevokeKeyProps {
  readonly enable: RevokeKeyProps['revoke']
}

function KeyActions({ apiKey, agent, revoke, enable }: KeyActionsProps) {
  if (apiKey.deactivatedAt !== null) return <Badge>Revoked</Badge>
  return (
    <>
      {apiKey.disabledAt !== null && (
        <ConfirmButton
          label="Enable"
          variant="quiet"
          title={`Enable “${apiKey.label}”?`}
          confirmLabel="Enable key"
          busy={enable.isPending}
          error={enable.error}
          onConfirm={() => enable.mutateAsync({ agentId: agent.id, kid: apiKey.kid })}
        >
          <p>
            This key was disabled because the person who created it lost access. If you enable it, it acts
            with your access.
          </p>
        </ConfirmButton>
      )}
      <RevokeKey apiKey={apiKey} agent={agent} revoke={revoke} />
    </>
  )
}

function RevokeKey({ apiKey, agent, revoke }: RevokeKeyProps) {
  return (
    <ConfirmButton
      label="Revoke"
      variant="quiet"
      title={`Revoke “${apiKey.label}”?`}
      confirmLabel="Revoke key"
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutateAsync({ agentId: agent.id, kid: apiKey.kid })}
    >
      <p>Software that uses this key stops working immediately. This can’t be undone.</p>
    </ConfirmButton>
  )
}

function CreateKey({ agent }: { agent: Agent }) {
  const [selected, setSelected] = useState<readonly Scope[]>(['read', 'apply', 'deliver', 'spend', 'social'])
  const form = useForm({ label: '' }, ({ label }) => ({
    label: required(label, 'Enter a name.') ?? maxLength(label, 80),
  }))
  const create = useWrite(api.keys.createKey, { invalidates: ['keys'], onDone: form.reset })
  const toggle = (scope: Scope) =>
    setSelected(selected.includes(scope) ? selected.filter((other) => other !== scope) : [...selected, scope])
  if (create.isSuccess)
    return (
      <OneTimeSecret
        secret={create.data.secret}
        description="Copy this key now. You won’t be able to see it again."
        onDone={() => create.reset()}
      />
    )
  return (
    <Form
      submitLabel="Create key"
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit(({ label }) =>
        create.mutate({ agentId: agent.id, label, scopes: [...selected] }),
      )}
    >
      <Field label="Name" placeholder="Production worker" {...form.field('label')} />
      <FieldGroup legend="Scopes">
        {scopeNames.map((scope) => (
          <CheckboxField
            key={scope}
            label={scopes[scope]}
            checked={selected.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </FieldGroup>
    </Form>
  )
}

const scopeNames = Object.keys(scopes).filter((name): name is Scope => Object.hasOwn(scopes, name))
