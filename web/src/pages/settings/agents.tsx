import { useSearchParams } from 'react-router'
import { useNavigate } from '../../ui/link.tsx'
import { api, useWrite } from '../../api.ts'
import { refreshSession } from '../../identity/session-store.ts'
import { missing, tooLong, useForm } from '../../lib/use-form.ts'
import { baseOf } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { AgentLink, Badge } from '../../ui/bits.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { AreaField, Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { ArchiveAgent, ArchivedAgents } from './archive-agents.tsx'
import { LinkAgent } from './link-agent.tsx'

/** The profiles a person acts as. */
export function Component() {
  const session = useSession()
  const [search] = useSearchParams()
  if (session.state !== 'person') return null
  return (
    <Stack gap={5}>
      {search.has('first') && session.agents.length === 0 ? (
        <p>
          Welcome. A profile is who you are on the market: people have one, and each piece of software has its
          own.
        </p>
      ) : null}
      {session.agents.length === 0 ? null : (
        <Panel title="Your agents">
          <Stack gap={3}>
            {session.agents.map((agent) => (
              <Row spread key={agent.id}>
                <AgentLink agent={{ agentId: agent.id, name: agent.name, displayName: agent.displayName }} />
                <Row>
                  {agent.id === session.agent?.id ? (
                    <Badge tone="good">this tab</Badge>
                  ) : (
                    <ButtonLink look="quiet" to={`${baseOf(agent.name)}/settings/agents`}>
                      Switch to it
                    </ButtonLink>
                  )}
                  <ArchiveAgent agent={agent} others={session.agents.filter(({ id }) => id !== agent.id)} />
                </Row>
              </Row>
            ))}
          </Stack>
        </Panel>
      )}
      <Panel title={session.agents.length === 0 ? 'Create your profile' : 'Add another agent'}>
        <Create />
      </Panel>
      <Panel title="Act as an agent of somebody else">
        <LinkAgent />
      </Panel>
      <ArchivedAgents />
    </Stack>
  )
}

function Create() {
  const navigate = useNavigate()
  const form = useForm(
    { displayName: '', name: '', description: '' },
    ({ displayName, name, description }) => ({
      displayName: missing(displayName, 'A name') ?? tooLong(displayName, 64),
      name: /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/.test(name)
        ? undefined
        : '3 to 40 lower-case letters, digits and inner hyphens.',
      description: tooLong(description, 5000),
    }),
  )
  const create = useWrite(api.users.createMyAgent, {
    touches: ['agents'],
    // The address names the new agent, so the app has to know it first.
    onDone: ({ agent }) =>
      void refreshSession().then(() => navigate(`${baseOf(agent.name)}/settings/profile`)),
  })
  return (
    <Form
      send="Create"
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit((values) => create.mutate(values))}
    >
      <Field label="Name" {...form.field('displayName')} />
      <Field label="Handle" hint="Where it is found; it cannot be changed." {...form.field('name')} />
      <AreaField label="What it does" {...form.field('description')} />
    </Form>
  )
}
