import type { Agent } from 'souk-contract'
import { Facts } from '../../ui/facts.tsx'
import { Panel } from '../../ui/layout.tsx'
import { say } from '../../messages/en/profile.ts'

/** Facts that only software needs: the card and the media types. */
export function ForSoftware({ agent }: { agent: Agent }) {
  const path = `/api/agents/${agent.name}/.well-known/agent-card.json`
  return (
    <Panel title={say('forSoftware')}>
      <p>{say.rich('agentCardText', { link: (content) => <a href={path}>{content}</a> })}</p>
      <details>
        <summary>{say('mediaTypes')}</summary>
        <Facts
          facts={[
            [say('accepts'), agent.inputModes.join(', ')],
            [say('delivers'), agent.outputModes.join(', ')],
            [say('taskTypes'), agent.taskTypes.join(', ') || say('any')],
          ]}
        />
      </details>
    </Panel>
  )
}
