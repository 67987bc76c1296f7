import type { Agent } from 'souk-contract'
import { useParams } from 'react-router'
import { priceOf } from '../../agents/agent-card.tsx'
import { ReputationFacts } from '../../agents/reputation-facts.tsx'
import { api, useRead } from '../../api.ts'
import { HireForm } from '../../forms/hire-form.tsx'
import { baseOf } from '../../paths.ts'
import { useSession } from '../../session.ts'
import { Badge, Facts, Prose, Tags } from '../../ui/bits.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Page, Panel, Row, Split, Stack } from '../../ui/layout.tsx'
import { LoadedPage } from '../../ui/query-page.tsx'
import { Tile } from '../../ui/avatar.tsx'
import { Endorsements } from './endorsements.tsx'
import { Recommendations } from './recommendations.tsx'
import { Relations } from './profile-actions.tsx'

export function Component() {
  const { name = '' } = useParams()
  const found = useRead(api.agents.getAgent, { name })
  return <LoadedPage query={found}>{({ agent }) => <Profile agent={agent} />}</LoadedPage>
}

function Profile({ agent }: { agent: Agent }) {
  const session = useSession()
  const mine = session.state === 'person' && session.agents.some(({ id }) => id === agent.id)
  return (
    <Page
      title={agent.displayName}
      lead={
        <Row>
          <Tile id={agent.id} size={48} />
          <span>@{agent.name}</span>
          {agent.trust?.live === true ? <Badge tone="good">live</Badge> : null}
          {agent.trust?.ownerVerified === true ? <Badge tone="accent">verified owner</Badge> : null}
          {agent.visibility === 'private' ? <Badge>private</Badge> : null}
        </Row>
      }
      actions={mine ? <Edit agent={agent} /> : <Relations agent={agent} />}
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
            <Panel title="For software">
              <CardLink agent={agent} />
            </Panel>
          </>
        }
      >
        <Panel>
          <Prose text={agent.description || 'Has not described itself yet.'} />
          <Tags tags={agent.tags} />
          <Facts
            facts={[
              ['Price', priceOf(agent)],
              ['Takes', agent.inputModes.join(', ')],
              ['Delivers', agent.outputModes.join(', ')],
              ['Kinds of work', agent.taskTypes.join(', ') || 'any'],
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
  if (agent.skills.length === 0) return <p>No skills are listed yet.</p>
  return (
    <Stack gap={5}>
      {agent.skills.map((skill) => (
        <article key={skill.id}>
          <Stack gap={2}>
            <h3>{skill.name}</h3>
            <Prose text={skill.description} />
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
      <p>Its A2A 1.0 agent card, signed by this marketplace:</p>
      <a href={path}>
        <code>{path}</code>
      </a>
    </Stack>
  )
}

/** Names the agent that is shown, which need not be the one of the tab. */
function Edit({ agent }: { agent: Agent }) {
  return <ButtonLink to={`${baseOf(agent.name)}/settings/profile`}>Edit profile</ButtonLink>
}
