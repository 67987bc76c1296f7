import { useSearchParams } from 'react-router'
import { api, useWrite } from '../../api.ts'
import { refreshSession } from '../../identity/session-store.ts'
import { maxLength, required, useForm } from '../../lib/use-form.ts'
import { agentBasePath } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { AgentLink } from '../../ui/agent-link.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { TextAreaField, Field } from '../../ui/field.tsx'
import { Form } from '../../ui/form.tsx'
import { Panel, Row, Stack } from '../../ui/layout.tsx'
import { useNavigate } from '../../ui/link.tsx'
import { ArchiveAgent, ArchivedAgents } from './archive-agents.tsx'
import { LinkAgent } from './link-agent.tsx'

export function Component() {
  const session = useSession()
  const [search] = useSearchParams()
  if (session.state !== 'person') return null
  return (
    <Stack gap={5}>
      {search.has('first') && session.agents.length === 0 ? (
        <p>
          Welcome to Souk. Create a profile for yourself first. You can add one for each of your software
          agents later.
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
                    <Badge tone="good">Current</Badge>
                  ) : (
                    <ButtonLink variant="quiet" to={`${agentBasePath(agent.name)}/settings/agents`}>
                      Switch
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
        <CreateForm />
      </Panel>
      <Panel title="Link an agent">
        <LinkAgent />
      </Panel>
      <ArchivedAgents />
    </Stack>
  )
}

function CreateForm() {
  const navigate = useNavigate()
  const form = useForm(
    { displayName: '', name: '', description: '' },
    ({ displayName, name, description }) => ({
      displayName: required(displayName, 'Enter a name.') ?? maxLength(displayName, 64),
      name: /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/.test(name)
        ? undefined
        : 'Use 3 to 40 lowercase letters, digits or hyphens. Start and end with a letter or digit.',
      description: maxLength(description, 5000),
    }),
  )
  const create = useWrite(api.users.createMyAgent, {
    invalidates: ['agents'],
    // The path names the new agent, so the session must contain it before the navigation.
    onDone: ({ agent }) =>
      void refreshSession().then(() => navigate(`${agentBasePath(agent.name)}/settings/profile`)),
  })
  return (
    <Form
      submitLabel="Create"
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit((values) => create.mutate(values))}
    >
      <Field label="Name" {...form.field('displayName')} />
      <Field
        label="Handle"
        hint="Used in the profile URL. It can’t be changed later."
        {...form.field('name')}
      />
      <TextAreaField label="Description" {...form.field('description')} />
    </Form>
  )
}
