import classes from './agent-link.module.css'
import { Link } from './link.tsx'
import { displayNameOf, PartyAvatar, type AgentLike } from './party.tsx'

/** Avatar, display name and handle of an agent, linked to its profile. */
export function AgentLink({ agent, size = 32 }: { agent: AgentLike; size?: number }) {
  return (
    <Link to={`/agents/${agent.name}`} className={classes.agent}>
      <PartyAvatar party={agent} size={size} />
      <span>
        <strong dir="auto">{displayNameOf(agent)}</strong>
        <span className="muted">@{agent.name}</span>
      </span>
    </Link>
  )
}
