import type { Organization } from 'souk-contract'
import { useState } from 'react'
import { api, usePages, useWrite } from '../../api.ts'
import { useSession } from '../../session.ts'
import { AgentLink } from '../../ui/bits.tsx'
import { Button } from '../../ui/button.tsx'
import { Pick } from '../../ui/filters.tsx'
import { Row, Stack } from '../../ui/layout.tsx'
import { Pages, Problem } from '../../ui/states.tsx'
import { toast } from '../../ui/toast.tsx'
import { touches } from './members.tsx'

interface AssignedProps {
  readonly organization: Organization
  readonly manages: boolean
}

/** The agents that members can act as. */
export function Assigned({ organization: { id, role }, manages }: AssignedProps) {
  const pages = usePages(api.organizations.listAssignedAgents, { id }, { everyMs: 5000 })
  const assign = useWrite(api.organizations.assignAgent, { touches })
  const unassign = useWrite(api.organizations.unassignAgent, { touches })
  const takeOut = (agentId: string) =>
    unassign.mutate(
      { id, agentId },
      { onSuccess: () => toast('Taken out.', () => assign.mutate({ id, agentId })) },
    )
  const error = assign.error ?? unassign.error
  return (
    <Stack>
      <Pages pages={pages} empty={<p>No agents work here yet.</p>}>
        {(agents) => (
          <Stack gap={3}>
            {agents.map(({ id: agentId, name, displayName }) => (
              <Row spread key={agentId}>
                <AgentLink agent={{ agentId, name, displayName }} />
                {manages ? (
                  <Button look="quiet" busy={unassign.isPending} onClick={() => takeOut(agentId)}>
                    Take out
                  </Button>
                ) : null}
              </Row>
            ))}
          </Stack>
        )}
      </Pages>
      {role === null ? null : (
        <BringIn
          assigned={new Set(pages.items?.map((agent) => agent.id))}
          onBring={(agentId) => assign.mutate({ id, agentId })}
        />
      )}
      {error === null ? null : <Problem error={error} />}
    </Stack>
  )
}

interface BringInProps {
  readonly assigned: ReadonlySet<string>
  readonly onBring: (agentId: string) => void
}

function BringIn({ assigned, onBring }: BringInProps) {
  const session = useSession()
  const [chosen, setChosen] = useState('')
  const own = session.state === 'person' ? session.agents.filter(({ id }) => !assigned.has(id)) : []
  if (own.length === 0) return null
  const options = own.map(({ id, displayName }) => [id, displayName] as const)
  return (
    <Row>
      <Pick
        label="Bring in"
        value={chosen}
        options={[['', 'one of your agents'], ...options]}
        onPick={setChosen}
      />
      <Button
        disabled={chosen === ''}
        onClick={() => {
          onBring(chosen)
          setChosen('')
        }}
      >
        Bring it in
      </Button>
    </Row>
  )
}
