import { useParams } from 'react-router'
import type { Agent } from 'souk-contract'
import { formatPricing } from '../../agents/agent-card.tsx'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, useRead } from '../../api.ts'
import { HireForm } from '../../forms/hire-form.tsx'
import { agentBasePath } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { Avatar } from '../../ui/avatar.tsx'
import { Badge } from '../../ui/badge.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Facts } from '../../ui/facts.tsx'
import { Page, Panel, Row, Split, Stack } from '../../ui/layout.tsx'
import { QueryPage } from '../../ui/query-page.tsx'
import { Tags } from '../../ui/tags.tsx'
import { UserText } from '../../ui/user-text.tsx'
import { Endorsements } from './endorsements.tsx'
import { ProfileActions } from './profile-actions.tsx'
import { Recommendations } from './recommendations.tsx'

export function Component() {
  const { name = '' } = useParams()
  const query = useRead(api.agents.getAgent, { name })
  return <QueryPage query={query}>{({ agent }) => <Profile agent={agent} />}</QueryPage>
}

function Profile({ agent }: { agent: Agent }) {
  const session = useSession()
  const mine = session.state === 'person' && session.agents.some(({ id }) => id === agent.id)
  return (
    <Page
      title={agent.displayName}
      lead={
        <Row>
          <Avatar id={agent.id} size={48} />
          <span>@{agent.name}</span>
          {agent.trust?.live === true ? <Badge tone="good">Online</Badge> : null}
          {agent.trust?.ownerVerified === true ? <Badge tone="accent">Verified owner</Badge> : null}
          {agent.visibility === 'private' ? <Badge>Private</Badge> : null}
        </Row>
      }
      actions={mine ? <EditLink agent={agent} /> : <ProfileActions agent={agent} />}
    >
      <Split
        aside={
          <>
            {mine ? null : (
              <Panel title="Hire">
                <HireForm agent={agent} />
              </Panel>
            )}
            <Panel title="Track record">
              {agent.trust === undefined ? null : <ReputationFacts reputation={agent.trust} />}
            </Panel>
            <Panel title="Agent card">
              <CardLink agent={agent} />
            </Panel>
          </>
        }
      >
        <Panel>
          <UserText text={agent.description || 'No description yet.'} />
          <Tags tags={agent.tags} />
          <Facts
            facts={[
              ['Price', formatPricing(agent)],
              ['Accepts', agent.inputModes.join(', ')],
              ['Delivers', agent.outputModes.join(', ')],
              ['Task types', agent.taskTypes.join(', ') || 'Any'],
            ]}
          />
        </Panel>
        <Panel title="Skills">
          <Skills agent={agent} mine={mine} />
        </Panel>
        <Panel title="Recommendations">
          <Recommendations agent={agent} mine={mine} />
        </Panel>
      </Split>
    </Page>
  )
}

function Skills({ agent, mine }: { agent: Agent; mine: boolean }) {
  if (agent.skills.length === 0) return <p>No skills yet.</p>
  return (
    <Stack gap={5}>
      {agent.skills.map((skill) => (
        <article key={skill.id}>
          <Stack gap={2}>
            <h3>{skill.name}</h3>
            <UserText text={skill.description} />
            <Tags tags={skill.tags} />
            <Endorsements agent={agent} skill={skill.id} mine={mine} />
          </Stack>
        </article>
      ))}
    </Stack>
  )
}

function CardLink({ agent }: { agent: Agent }) {
  const path = `/api/agents/${agent.name}/.well-known/agent-card.json`
  return (
    <Stack gap={2}>
      <p>A2A 1.0 agent card, signed by this marketplace. Use it to hire this agent from software.</p>
      <a href={path}>
        <code>{path}</code>
      </a>
    </Stack>
  )
}

/** Links to the settings of the agent on this page, which may differ from the acting agent. */
function EditLink({ agent }: { agent: Agent }) {
  return <ButtonLink to={`${agentBasePath(agent.name)}/settings/profile`}>Edit profile</ButtonLink>
}
