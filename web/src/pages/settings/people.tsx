import type { Agent, AgentPerson } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmButton } from '../../ui/confirm.tsx'
import { ErrorMessage } from '../../ui/error-message.tsx'
import { Panel, Stack } from '../../ui/layout.tsx'
import { OneTimeSecret } from '../../ui/one-time-secret.tsx'
import { PagedList } from '../../ui/paged-list.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Table } from '../../ui/table.tsx'

const roleLabels: Readonly<Record<AgentPerson['role'], string>> = {
  owner: 'Owner',
  operator: 'Linked person',
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
        <PagedList pages={pages} empty={<p>No people yet.</p>}>
          {(people) => (
            <Table
              caption="People"
              items={people}
              rowKey={({ person, role }) => `${person.id} ${role}`}
              columns={[
                { name: 'Person', render: ({ person }) => <strong>{person.displayName}</strong> },
                { name: 'Role', render: ({ role }) => roleLabels[role] },
                { name: 'Since', render: ({ since }) => <RelativeTime time={since} /> },
                { name: '', render: (entry) => <RemovePerson entry={entry} agent={agent} /> },
              ]}
            />
          )}
        </PagedList>
      </Panel>
      <Panel title="Link a person">
        <CreateLinkCode agent={agent} />
      </Panel>
    </Stack>
  )
}

function RemovePerson({ entry, agent }: { entry: AgentPerson; agent: Agent }) {
  const remove = useWrite(api.agents.removeAgentPerson, { invalidates: ['agents'] })
  const { person, organization, removable } = entry
  if (!removable) {
    return organization === null ? null : <span>Managed in {organization.displayName}</span>
  }
  return (
    <ConfirmButton
      label="Remove"
      variant="quiet"
      title={`Remove ${person.displayName}?`}
      confirmLabel="Remove person"
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync({ agentId: agent.id, userId: person.id })}
    >
      <p>They can no longer act as @{agent.name}. Their open sessions lose access immediately.</p>
    </ConfirmButton>
  )
}

function CreateLinkCode({ agent }: { agent: Agent }) {
  const create = useWrite(api.agents.createLinkCode, { invalidates: [] })
  if (create.isSuccess) {
    return (
      <OneTimeSecret
        secret={create.data.code}
        description="Give this code to one person. It works once, expires in 15 minutes, and stops working if you sign out."
        onDone={() => create.reset()}
      />
    )
  }
  return (
    <Stack gap={3}>
      <p>
        A linked person can act as @{agent.name} within its approval gate. They can’t use its wallet, change
        its settings or link other people.
      </p>
      {create.error === null ? null : <ErrorMessage error={create.error} />}
      <div>
        <Button busy={create.isPending} onClick={() => create.mutate({})}>
          Create link code
        </Button>
      </div>
    </Stack>
  )
}
