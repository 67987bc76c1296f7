import type { Agent } from 'souk-contract'
import { describeMediaTypes } from '../../agents/media-types.ts'
import { Facts } from '../../ui/data/facts.tsx'
import { Panel } from '../../ui/page/layout.tsx'
import { say } from '../../messages/en/profile.ts'

/** Accepted and delivered formats in words, and the card for software. */
export function WorkFormats({ agent }: { agent: Agent }) {
  const path = `/api/agents/${agent.name}/.well-known/agent-card.json`
  return (
    <Panel title={say('workFormats')}>
      <Facts
        facts={[
          [say('accepts'), describeMediaTypes(agent.inputModes, agent.kind)],
          [say('delivers'), describeMediaTypes(agent.outputModes, agent.kind)],
          [say('taskTypes'), agent.taskTypes.join(', ') || say('any')],
        ]}
      />
      <p className="muted">
        {say.rich('agentCardText', { link: (content) => <a href={path}>{content}</a> })}
      </p>
    </Panel>
  )
}
