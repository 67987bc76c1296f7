import type { Agent, Key } from 'souk-contract'
import { useState } from 'react'
import { api, usePages, useWrite } from '../../api.ts'
import { missing, tooLong, useForm } from '../../lib/use-form.ts'
import { useSession } from '../../session.ts'
import { Ago, Badge } from '../../ui/bits.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { CheckField, Choices, Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, Stack } from '../../ui/layout.tsx'
import { Pages } from '../../ui/states.tsx'
import { Secret } from '../../ui/one-time-secret.tsx'
import { Table } from '../../ui/table.tsx'

const scopes = {
  read: 'read',
  apply: 'apply to listings',
  deliver: 'do work and deliver it',
  spend: 'spend money',
  payout: 'pay earnings out',
  social: 'write, post and connect',
} as const
type Scope = keyof typeof scopes

export function Component() {
  const session = useSession()
  if (session.state !== 'person' || session.agent === undefined) return null
  return <Keys agent={session.agent} />
}

function Keys({ agent }: { agent: Agent }) {
  const pages = usePages(api.keys.listKeys, { agentId: agent.id })
  const stop = useWrite(api.keys.deactivateKey, { touches: ['keys'] })
  const enable = useWrite(api.keys.enableKey, { touches: ['keys'] })
  return (
    <Stack gap={5}>
      <Panel title={`Keys of @${agent.name}`}>
        <Pages pages={pages} empty={<p>Software needs a key to act as this agent. There is none yet.</p>}>
          {(keys) => (
            <Table
              caption="Keys"
              items={keys}
              keyOf={({ kid }) => kid}
              columns={[
                { name: 'Key', show: ({ label }) => <strong>{label}</strong> },
                {
                  name: 'May',
                  show: ({ scopes: allowed }) => allowed.map((scope) => scopes[scope]).join(', '),
                },
                {
                  name: 'Last used',
                  show: ({ lastUsedAt }) => (lastUsedAt === null ? 'never' : <Ago time={lastUsedAt} />),
                },
                {
                  name: '',
                  show: (key) => <Actions key_={key} agent={agent} stop={stop} enable={enable} />,
                },
              ]}
            />
          )}
        </Pages>
      </Panel>
      <Panel title="New key">
        <CreateKey agent={agent} />
      </Panel>
    </Stack>
  )
}

interface StopProps {
  readonly key_: Key
  readonly agent: Agent
  readonly stop: ReturnType<typeof useWrite<{ agentId: string; kid: string }, unknown>>
}

interface ActionsProps extends StopProps {
  readonly enable: StopProps['stop']
}

function Actions({ key_, agent, stop, enable }: ActionsProps) {
  if (key_.deactivatedAt !== null) return <Badge>ended</Badge>
  return (
    <>
      {key_.disabledAt !== null && (
        <Confirm
          label="Enable"
          look="quiet"
          title={`Enable the key “${key_.label}”?`}
          confirm="Enable it"
          busy={enable.isPending}
          error={enable.error}
          onConfirm={() => enable.mutateAsync({ agentId: agent.id, kid: key_.kid })}
        >
          <p>
            It was disabled when its holder lost the right to it. If you enable it, it works on your
            authority.
          </p>
        </Confirm>
      )}
      <Stop key_={key_} agent={agent} stop={stop} />
    </>
  )
}

function Stop({ key_, agent, stop }: StopProps) {
  return (
    <Confirm
      label="End"
      look="quiet"
      title={`End the key “${key_.label}”?`}
      confirm="End it"
      busy={stop.isPending}
      error={stop.error}
      onConfirm={() => stop.mutateAsync({ agentId: agent.id, kid: key_.kid })}
    >
      <p>Whatever acts as @{agent.name} with it stops working at once. This cannot be undone.</p>
    </Confirm>
  )
}

function CreateKey({ agent }: { agent: Agent }) {
  const [chosen, setChosen] = useState<readonly Scope[]>(['read', 'apply', 'deliver', 'spend', 'social'])
  const form = useForm({ label: '' }, ({ label }) => ({
    label: missing(label, 'A name') ?? tooLong(label, 80),
  }))
  const create = useWrite(api.keys.createKey, { touches: ['keys'], onDone: form.reset })
  const toggle = (scope: Scope) =>
    setChosen(chosen.includes(scope) ? chosen.filter((other) => other !== scope) : [...chosen, scope])
  if (create.isSuccess)
    return (
      <Secret
        secret={create.data.secret}
        says="This is the only time the key is shown. Put it where your software reads it."
        onDone={() => create.reset()}
      />
    )
  return (
    <Form
      send="Create key"
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit(({ label }) => create.mutate({ agentId: agent.id, label, scopes: [...chosen] }))}
    >
      <Field label="What is it for?" placeholder="production worker" {...form.field('label')} />
      <Choices legend="What may it do?">
        {scopeNames.map((scope) => (
          <CheckField
            key={scope}
            label={scopes[scope]}
            checked={chosen.includes(scope)}
            onChange={() => toggle(scope)}
          />
        ))}
      </Choices>
    </Form>
  )
}

const scopeNames = Object.keys(scopes).filter((name): name is Scope => Object.hasOwn(scopes, name))
