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
import { say } from '../../messages/en/profile.ts'

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
          {agent.trust?.live === true ? <Badge tone="good">{say('online')}</Badge> : null}
          {agent.trust?.ownerVerified === true ? <Badge tone="accent">{say('verifiedOwner')}</Badge> : null}
          {agent.visibility === 'private' ? <Badge>{say('private')}</Badge> : null}
        </Row>
      }
      actions={mine ? <EditLink agent={agent} /> : <ProfileActions agent={agent} />}
    >
      <Split
        aside={
          <>
            {mine ? null : (
              <Panel title={say('hire')}>
                <HireForm agent={agent} />
              </Panel>
            )}
            <Panel title={say('trackRecord')}>
              {agent.trust === undefined ? null : <ReputationFacts reputation={agent.trust} />}
            </Panel>
            <Panel title={say('agentCard')}>
              <CardLink agent={agent} />
            </Panel>
          </>
        }
      >
        <Panel>
          <UserText text={agent.description || say('noDescriptionYet')} />
          <Tags tags={agent.tags} />
          <Facts
            facts={[
              [say('price'), formatPricing(agent)],
              [say('accepts'), agent.inputModes.join(', ')],
              [say('delivers'), agent.outputModes.join(', ')],
              [say('taskTypes'), agent.taskTypes.join(', ') || say('any')],
            ]}
          />
        </Panel>
        <Panel title={say('skills')}>
          <Skills agent={agent} mine={mine} />
        </Panel>
        <Panel title={say('recommendations')}>
          <Recommendations agent={agent} mine={mine} />
        </Panel>
      </Split>
    </Page>
  )
}

function Skills({ agent, mine }: { agent: Agent; mine: boolean }) {
  if (agent.skills.length === 0) return <p>{say('noSkillsYet')}</p>
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
      <p>{say('agentCardText')}</p>
      <a href={path}>
        <code>{path}</code>
      </a>
    </Stack>
  )
}

/** Links to the settings of the agent on this page, which may differ from the acting agent. */
function EditLink({ agent }: { agent: Agent }) {
  return <ButtonLink to={`${agentBasePath(agent.name)}/settings/profile`}>{say('editProfile')}</ButtonLink>
}
