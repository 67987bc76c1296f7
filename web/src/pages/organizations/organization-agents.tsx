import { useState } from 'react'
import type { Organization } from 'souk-contract'
import { api, usePages, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { AgentLink } from '../../ui/people/agent-link.tsx'
import { Button } from '../../ui/actions/button.tsx'
import { ErrorMessage } from '../../ui/page/error-message.tsx'
import { InlineSelect } from '../../ui/forms/filters.tsx'
import { Row, Stack } from '../../ui/page/layout.tsx'
import { PagedList } from '../../ui/lists/paged-list.tsx'
import { toast } from '../../ui/actions/toast.tsx'
import { invalidates } from './members.tsx'
import { say } from '../../messages/en/organizations.ts'

interface OrganizationAgentsProps {
  readonly organization: Organization
  readonly canManage: boolean
}

/** The agents that members can act as. */
export function OrganizationAgents({ organization: { id, role }, canManage }: OrganizationAgentsProps) {
  const pages = usePages(api.organizations.listAssignedAgents, { id }, { pollMs: 5000 })
  const assign = useWrite(api.organizations.assignAgent, { invalidates })
  const unassign = useWrite(api.organizations.unassignAgent, { invalidates })
  const removeAgent = (agentId: string) =>
    unassign.mutate(
      { id, agentId },
      { onSuccess: () => toast(say('agentRemoved'), () => assign.mutate({ id, agentId })) },
    )
  const error = assign.error ?? unassign.error
  return (
    <Stack>
      <PagedList pages={pages} empty={<p>{say('noAgentsYet')}</p>}>
        {(agents) => (
          <Stack gap={3}>
            {agents.map(({ id: agentId, name, displayName }) => (
              <Row spread key={agentId}>
                <AgentLink agent={{ agentId, name, displayName }} />
                {canManage ? (
                  <Button variant="quiet" busy={unassign.isPending} onClick={() => removeAgent(agentId)}>
                    {say('remove')}
                  </Button>
                ) : null}
              </Row>
            ))}
          </Stack>
        )}
      </PagedList>
      {role === null ? null : (
        <AddAgent
          assigned={new Set(pages.items?.map((agent) => agent.id))}
          onAdd={(agentId) => assign.mutate({ id, agentId })}
        />
      )}
      {error === null ? null : <ErrorMessage error={error} />}
    </Stack>
  )
}

interface AddAgentProps {
  readonly assigned: ReadonlySet<string>
  readonly onAdd: (agentId: string) => void
}

function AddAgent({ assigned, onAdd }: AddAgentProps) {
  const session = useSession()
  const [selected, setSelected] = useState('')
  const own = session.state === 'person' ? session.agents.filter(({ id }) => !assigned.has(id)) : []
  if (own.length === 0) return null
  const options = own.map(({ id, displayName }) => [id, displayName] as const)
  return (
    <Row>
      <InlineSelect
        label={say('yourAgents')}
        value={selected}
        options={[['', say('chooseAnAgent')], ...options]}
        onSelect={setSelected}
      />
      <Button
        disabled={selected === ''}
        onClick={() => {
          onAdd(selected)
          setSelected('')
        }}
      >
        {say('addAgent')}
      </Button>
    </Row>
  )
}
