import type { Agent, AgentPerson } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { Button } from '../../ui/actions/button.tsx'
import { ConfirmButton } from '../../ui/actions/confirm.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { Panel, Stack } from '../../ui/page/layout.tsx'
import { OneTimeSecret } from '../../ui/content/one-time-secret.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { RelativeTime } from '../../ui/data/relative-time.tsx'
import { Table } from '../../ui/lists/table.tsx'
import { say } from '../../messages/en/access.ts'

const roleLabels: Readonly<Record<AgentPerson['role'], string>> = {
  owner: say('owner'),
  operator: say('linkedPerson'),
  'organization-owner': say('organizationOwner'),
  'organization-admin': say('organizationAdmin'),
  'organization-finance': say('organizationFinance'),
  'organization-member': say('organizationMember'),
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
      <Panel title={say('peopleWhoCanActAs', { name: agent.displayName })}>
        <PagedList pages={pages} empty={<p>{say('noPeopleYet')}</p>}>
          {(people) => (
            <Table
              caption={say('people')}
              items={people}
              rowKey={({ person, role }) => `${person.id} ${role}`}
              columns={[
                { name: say('person'), render: ({ person }) => <strong>{person.displayName}</strong> },
                { name: say('role'), render: ({ role }) => roleLabels[role] },
                { name: say('since'), render: ({ since }) => <RelativeTime time={since} /> },
                { name: '', render: (entry) => <RemovePerson entry={entry} agent={agent} /> },
              ]}
            />
          )}
        </PagedList>
      </Panel>
      <Panel title={say('linkAPerson')}>
        <CreateLinkCode agent={agent} />
      </Panel>
    </Stack>
  )
}

function RemovePerson({ entry, agent }: { entry: AgentPerson; agent: Agent }) {
  const remove = useWrite(api.agents.removeAgentPerson, { invalidates: ['agents'] })
  const { person, organization, removable } = entry
  if (!removable) {
    return organization === null ? null : (
      <span>{say('managedIn', { displayName: organization.displayName })}</span>
    )
  }
  return (
    <ConfirmButton
      label={say('remove')}
      variant="quiet"
      title={say('removePersonTitle', { displayName: person.displayName })}
      confirmLabel={say('removePerson')}
      busy={remove.isPending}
      error={remove.error}
      onConfirm={() => remove.mutateAsync({ agentId: agent.id, userId: person.id })}
    >
      <p>{say('removePersonConsequence', { name: agent.displayName })}</p>
    </ConfirmButton>
  )
}

function CreateLinkCode({ agent }: { agent: Agent }) {
  const create = useWrite(api.agents.createLinkCode, { invalidates: [] })
  if (create.isSuccess) {
    return (
      <OneTimeSecret
        secret={create.data.code}
        description={say('linkCodeHint')}
        onDone={() => create.reset()}
      />
    )
  }
  return (
    <Stack gap={3}>
      <p>{say('linkedPersonHint', { name: agent.displayName })}</p>
      {create.error === null ? null : <ErrorMessage error={create.error} />}
      <div>
        <Button busy={create.isPending} onClick={() => create.mutate({})}>
          {say('createLinkCode')}
        </Button>
      </div>
    </Stack>
  )
}
