import type { ReactNode } from 'react'
import classes from './agent-link.module.css'
import { Link } from '../page/link.tsx'
import { displayNameOf, PartyAvatar, type AgentLike } from './party.tsx'

interface AgentLinkProps {
  readonly agent: AgentLike
  readonly size?: number
  /** After the name. */
  readonly badge?: ReactNode
}

/** Avatar, display name and handle of an agent, linked to its profile. */
export function AgentLink({ agent, size = 32, badge }: AgentLinkProps) {
  return (
    <Link to={`/agents/${agent.name}`} className={classes.agent}>
      <PartyAvatar party={agent} size={size} />
      <span>
        <span className={classes.name}>
          <strong dir="auto">{displayNameOf(agent)}</strong>
          {badge}
        </span>
        <span className="muted">@{agent.name}</span>
      </span>
    </Link>
  )
}
