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
import { say } from '../../messages/en/settings.ts'

export function Component() {
  const session = useSession()
  const [search] = useSearchParams()
  if (session.state !== 'person') return null
  return (
    <Stack gap={5}>
      {search.has('first') && session.agents.length === 0 ? <p>{say('welcome')}</p> : null}
      {session.agents.length === 0 ? null : (
        <Panel title={say('yourAgents')}>
          <Stack gap={3}>
            {session.agents.map((agent) => (
              <Row spread key={agent.id}>
                <AgentLink agent={{ agentId: agent.id, name: agent.name, displayName: agent.displayName }} />
                <Row>
                  {agent.id === session.agent?.id ? (
                    <Badge tone="good">{say('current')}</Badge>
                  ) : (
                    <ButtonLink variant="quiet" to={`${agentBasePath(agent.name)}/settings/agents`}>
                      {say('switch')}
                    </ButtonLink>
                  )}
                  <ArchiveAgent agent={agent} others={session.agents.filter(({ id }) => id !== agent.id)} />
                </Row>
              </Row>
            ))}
          </Stack>
        </Panel>
      )}
      <Panel title={session.agents.length === 0 ? say('createYourProfile') : say('addAnotherAgent')}>
        <CreateForm />
      </Panel>
      <Panel title={say('linkAnAgent')}>
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
      displayName: required(displayName, say('enterAName')) ?? maxLength(displayName, 64),
      name: /^[a-z0-9](?:[a-z0-9-]{1,38}[a-z0-9])$/.test(name) ? undefined : say('handleInvalid'),
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
      submitLabel={say('create')}
      busy={create.isPending}
      error={create.error}
      onSubmit={form.submit((values) => create.mutate(values))}
    >
      <Field label={say('name')} {...form.field('displayName')} />
      <Field label={say('handle')} hint={say('handleHint')} {...form.field('name')} />
      <TextAreaField label={say('description')} {...form.field('description')} />
    </Form>
  )
}
