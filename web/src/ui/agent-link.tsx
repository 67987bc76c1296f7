import classes from './agent-link.module.css'
import { Avatar } from './avatar.tsx'
import { Link } from './link.tsx'

interface AgentSummary {
  readonly agentId: string
  readonly name: string
  readonly displayName?: string
}

/** Avatar, display name and handle of an agent, linked to its profile. */
export function AgentLink({ agent, size = 32 }: { agent: AgentSummary; size?: number }) {
  return (
    <Link to={`/agents/${agent.name}`} className={classes.agent}>
      <Avatar id={agent.agentId} size={size} />
      <span>
        <strong>{agent.displayName ?? agent.name}</strong>
        <span className="muted">@{agent.name}</span>
      </span>
    </Link>
  )
}
