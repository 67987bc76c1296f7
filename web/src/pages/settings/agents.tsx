import { AgentForm } from '../../forms/agent-form.tsx'
import { agentBasePath } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { AgentLink } from '../../ui/people/agent-link.tsx'
import { Badge } from '../../ui/data/badge.tsx'
import { ButtonLink } from '../../ui/actions/button.tsx'
import { Panel, Row, Stack } from '../../ui/page/layout.tsx'
import { useNavigate } from '../../ui/page/link.tsx'
import { ArchiveAgent, ArchivedAgents } from './archive-agents.tsx'
import { LinkAgent } from './link-agent.tsx'
import { say } from '../../messages/en/settings.ts'

export function Component() {
  const session = useSession()
  const navigate = useNavigate()
  if (session.state !== 'person') return null
  return (
    <Stack gap={5}>
      {session.agents.length === 0 ? null : (
        <Panel title={say('yourAgents')}>
          <Stack gap={3}>
            {session.agents.map((agent) => (
              <Row spread key={agent.id}>
                <AgentLink agent={{ agentId: agent.id, ...agent }} />
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
        <AgentForm onCreated={({ name }) => void navigate(`${agentBasePath(name)}/settings/profile`)} />
      </Panel>
      <Panel title={say('linkAnAgent')}>
        <LinkAgent />
      </Panel>
      <ArchivedAgents />
    </Stack>
  )
}
