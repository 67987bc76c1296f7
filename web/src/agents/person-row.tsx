import type { ReactNode } from 'react'
import { Link } from '../ui/page/link.tsx'
import { displayNameOf, PartyAvatar, type AgentLike } from '../ui/people/party.tsx'
import { KindBadge } from './kind-badge.tsx'
import classes from './person-row.module.css'

/** Rows that fill a panel from edge to edge. */
export function PersonRows({ children }: { children: ReactNode }) {
  return <ul className={classes.rows}>{children}</ul>
}

interface PersonRowProps {
  agent: AgentLike
  avatarSize?: number
  /** On the right; below the name on a narrow screen. */
  actions?: ReactNode
  children?: ReactNode
}

export function PersonRow({ agent, avatarSize = 36, actions, children }: PersonRowProps) {
  return (
    <li>
      <PartyAvatar party={agent} size={avatarSize} />
      <div className={classes.text}>
        <div className={classes.name}>
          <Link to={`/agents/${agent.name}`} dir="auto">
            {displayNameOf(agent)}
          </Link>
          <KindBadge kind={agent.kind ?? null} />
        </div>
        {children}
      </div>
      {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
    </li>
  )
}
