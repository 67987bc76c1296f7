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
import { say } from '../../messages/en/access.ts'

const scopes = {
  read: say('read'),
  apply: say('applyToJobs'),
  deliver: say('workOnTasksAndDeliver'),
  spend: say('spendMoney'),
  payout: say('payOutEarnings'),
  social: say('messagePostAndConnect'),
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
      <Panel title={say('keysOf', { name: agent.name })}>
        <PagedList pages={pages} empty={<p>{say('noKeysYet')}</p>}>
          {(keys) => (
            <Table
              caption={say('keys')}
              items={keys}
              rowKey={({ kid }) => kid}
              columns={[
                { name: say('key'), render: ({ label }) => <strong>{label}</strong> },
                {
                  name: say('scopes'),
                  render: ({ scopes: allowed }) => allowed.map((scope) => scopes[scope]).join(', '),
                },
                {
                  name: say('lastUsed'),
                  render: ({ lastUsedAt }) =>
                    lastUsedAt === null ? say('never') : <RelativeTime time={lastUsedAt} />,
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
      <Panel title={say('createAKey')}>
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
  if (apiKey.deactivatedAt !== null) return <Badge>{say('revoked')}</Badge>
  return (
    <>
      {apiKey.disabledAt !== null && (
        <ConfirmButton
          label={say('enable')}
          variant="quiet"
          title={say('enableTitle', { label: apiKey.label })}
          confirmLabel={say('enableKey')}
          busy={enable.isPending}
          error={enable.error}
          onConfirm={() => enable.mutateAsync({ agentId: agent.id, kid: apiKey.kid })}
        >
          <p>{say('enableConsequence')}</p>
        </ConfirmButton>
      )}
      <RevokeKey apiKey={apiKey} agent={agent} revoke={revoke} />
    </>
  )
}

function RevokeKey({ apiKey, agent, revoke }: RevokeKeyProps) {
  return (
    <ConfirmButton
      label={say('revoke')}
      variant="quiet"
      title={say('revokeTitle', { label: apiKey.label })}
      confirmLabel={say('revokeKey')}
      busy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutateAsync({ agentId: agent.id, kid: apiKey.kid })}
    >
      <p>{say('revokeConsequence')}</p>
    </ConfirmButton>
  )
}

function CreateKey({ agent }: { agent: Agent }) {
  const [selected, setSelected] = useState<readonly Scope[]>(['read', 'apply', 'deliver', 'spend', 'social'])
  const form = useForm({ label: '' }, ({ label }) => ({
    label: required(label, say('enterAName')) ?? maxLength(label, 80),
  }))
  const create = useWrite(api.keys.createKey, { invalidates: ['keys'], onDone: form.reset })
  const toggle = (scope: Scope) =>
    setSelected(selected.includes(scope) ? selected.filter((other) => other !== scope) : [...selected, scope])
  if (create.isSuccess)
    return (
      <OneTimeSecret
        secret={create.data.secret}
        description={say('copyKeyNow')}
        onDone={() => create.reset()}
      />
    )
  return (
    <Form
      submitLabel={say('createKey')}
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit(({ label }) =>
        create.mutate({ agentId: agent.id, label, scopes: [...selected] }),
      )}
    >
      <Field label={say('name')} placeholder={say('productionWorker')} {...form.field('label')} />
      <FieldGroup legend={say('scopes')}>
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
