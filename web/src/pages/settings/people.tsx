import type { Agent, AgentPerson } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Ago } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Confirm } from '../../ui/dialog.tsx'
import { Panel, Stack } from '../../ui/layout.tsx'
import { Secret } from '../../ui/one-time-secret.tsx'
import { Pages, Problem } from '../../ui/states.tsx'
import { Table } from '../../ui/table.tsx'

const ways: Readonly<Record<AgentPerson['role'], string>> = {
  owner: 'Owner',
  operator: 'Link',
  'organization-owner': 'Organization owner',
  'organization-admin': 'Organization admin',
  'organization-finance': 'Organization finance',
  'organization-member': 'Organization member',
}

export function Component() {
  const session = useSession()
  if (session.state !== 'person' || session.agent === undefined) return null
  return <People agent={session.agent} />
}

function People({ agent }: { agent: Agent }) {
  const pages = usePages(api.agents.listAgentPeople, { agentId: agent.id })
  return (
    <Stack gap={5}>
      <Panel title={`People who can act as @${agent.name}`}>
        <Pages pages={pages} empty={<p>Nobody can act as this agent.</p>}>
          {(people) => (
            <Table
              caption="People"
              items={people}
              keyOf={({ person, role }) => `${person.id} ${role}`}
              columns={[
                { name: 'Person', show: ({ person }) => <strong>{person.displayName}</strong> },
                { name: 'Role', show: ({ role }) => ways[role] },
                { name: 'Since', show: ({ since }) => <Ago time={since} /> },
                { name: '', show: (entry) => <Remove entry={entry} agent={agent} /> },
              ]}
            />
          )}
        </Pages>
      </Panel>
      <Panel title="Link a person">
        <LinkCode agent={agent} />
      </Panel>
    </Stack>
  )
}

function Remove({ entry, agent }: { entry: AgentPerson; agent: Agent }) {
  const remove = useWrite(api.agents.removeAgentPerson, { touches: ['agents'] })
  const { person, organization, removable } = entry
  if (!removable) {
    return organization === null ? null : <span>Removed in {organization.displayName}</span>
  }
  return (
    <Confirm
      label="Remove"
      look="quiet"
      title={`Remove ${person.displayName}?`}
      confirm="Remove"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync({ agentId: agent.id, userId: person.id })}
    >
      <p>They can no longer act as @{agent.name}. What they have open ends within two seconds.</p>
    </Confirm>
  )
}

function LinkCode({ agent }: { agent: Agent }) {
  const create = useWrite(api.agents.createLinkCode, { touches: [] })
  if (create.isSuccess) {
    return (
      <Secret
        secret={create.data.code}
        says="Give this code to one person. It works once, for 15 minutes, while you stay signed in."
        onDone={() => create.reset()}
      />
    )
  }
  return (
    <Stack gap={3}>
      <p>
        A linked person acts as @{agent.name} within its approval gate. They cannot use its wallet, change its
        settings or link others.
      </p>
      {create.error === null ? null : <Problem error={create.error} />}
      <div>
        <Button busy={create.isPending} onClick={() => create.mutate({})}>
          Create link code
        </Button>
      </div>
    </Stack>
  )
}
